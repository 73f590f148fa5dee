# A shared library of test/tap, which a server loads.
package SharedLibrary;

use strict;
use warnings;

use PostgreSQL::Test::Utils;
use Test::More;

use Exporter qw(import);
our @EXPORT = qw(shared_library);

# shared_library(NAME): where NAME.c is, compiled; without a compiler the test ends here. Tests run side by side, so each has
# its own library.
sub shared_library
{
	my ($name) = @_;
	my $library = "$PostgreSQL::Test::Utils::tmp_check/$name.$$.so";
	my $includes = qx("$ENV{PG_CONFIG}" --includedir-server);
	chomp $includes;
	system('cc', '-O2', '-shared', '-fPIC', "-I$includes", '-o', $library, "test/tap/$name.c") == 0
		or plan skip_all => 'no C compiler here';
	return $library;
}

1;
