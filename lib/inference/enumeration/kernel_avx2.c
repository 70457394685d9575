/* The kernel for AVX2; see enumeration/kernel.h. */
#include "inference/enumeration/kernel_field.h"

#if BSI_X86

#define CPU avx2
#define BYTES AVX2_BYTES
#define KNOWN_LENGTHS 1
#define TARGET __attribute__((target("avx2")))
#define LANE_BITS 16
#include "inference/enumeration/kernel_body.h"
#define LANE_BITS 32
#include "inference/enumeration/kernel_body.h"
#define LANE_BITS 0
#include "inference/enumeration/kernel_body.h"

#endif
