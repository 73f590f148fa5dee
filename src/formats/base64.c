/*
 * base64.c - decode base64 piece by piece
 */
#include "formats/formats.h"

static int
base64_digit(char byte)
{
	if (byte >= 'A' && byte <= 'Z')
		return byte - 'A';
	if (byte >= 'a' && byte <= 'z')
		return byte - 'a' + 26;
	if (byte >= '0' && byte <= '9')
		return byte - '0' + 52;
	return byte == '+' ? 62 : byte == '/' ? 63 : -1;
}

Size
base64_read(Base64 *base64, uint8 *bytes, Size size)
{
	Size count = 0;

	for (; base64->at < base64->end && count < size; base64->at++)
	{
		int digit = base64_digit(*base64->at);

		poll_at(base64->at);
		if (isspace((unsigned char) *base64->at))
			continue;
		if (*base64->at == '=')
		{
			base64->padding++;
			continue;
		}
		if (digit < 0 || base64->padding > 0)
		{
			base64->wrong = true;
			return count;
		}
		base64->bits = base64->bits << 6 | (uint32) digit;
		if (++base64->digits % 4 != 1)
			bytes[count++] = (uint8) (base64->bits >> (8 - base64->digits % 4 * 2) % 8);
	}
	if (count < size)
		base64->cut = base64->digits % 4 == 1 || base64->padding > 2 ||
					  (base64->digits + base64->padding) % 4 != 0;
	return count;
}
