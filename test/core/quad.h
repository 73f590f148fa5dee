/*
 * quad.h - the widest floating-point number that there is, of 113 bits on most machines
 */
#ifndef QUAD_H
#define QUAD_H

#ifdef __SIZEOF_FLOAT128__
typedef __float128 quad;
#else
typedef long double quad;
#endif

#endif /* QUAD_H */
