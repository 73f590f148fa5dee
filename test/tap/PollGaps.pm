# The longest time between two polls in a statement; see poll_gaps.c.
#
# FRINGE_GAPS=1 (make check-gaps) runs statements for seconds, and allows 50 ms. Otherwise other suites run beside, which
# slow down memory: 100 ms.
package PollGaps;

use strict;
use warnings;

use SharedLibrary;
use PostgreSQL::Test::Utils;
use Test::More;

use Exporter qw(import);
our @EXPORT = qw($long_gaps install_gaps watch_gaps show_gap gap_ok);

our $long_gaps = $ENV{FRINGE_GAPS} ? 1 : 0;
my $most_gap_ms = $long_gaps ? 50 : 100;

# On a server that has the extension.
sub install_gaps
{
	my ($node) = @_;
	my $library = shared_library('poll_gaps');
	$node->safe_psql('postgres', qq{
		CREATE FUNCTION watch_polls() RETURNS void LANGUAGE C AS '$library';
		CREATE FUNCTION longest_gap() RETURNS text LANGUAGE C AS '$library';
	});
}

# SQL before a statement and after it.
sub watch_gaps { return "LOAD 'fringe_formats'; SELECT watch_polls();" }
sub show_gap { return "SELECT 'gap ' || longest_gap();" }

# From the output of show_gap: milliseconds, and the functions where the longest gap was, the innermost first.
sub gap_of
{
	my ($out) = @_;
	my ($ms, $place) = $out =~ /^gap (\d+) ms ?(.*)$/m or return;
	my @names = $place ? qx(addr2line -f -s -e $place 2>/dev/null) : ();
	chomp @names;
	return ($ms, join ' < ', map { "$names[2 * $_] ($names[2 * $_ + 1])" } 0 .. @names / 2 - 1);
}

# A test: the output of show_gap has no gap that is too long.
sub gap_ok
{
	my ($out, $name) = @_;
	my ($ms, $where) = gap_of($out);
	ok(defined $ms && $ms <= $most_gap_ms, "$name polls at least every $most_gap_ms ms")
		or diag("$name: " . (defined $ms ? "$ms ms in $where" : 'no gap measured'));
}

1;
