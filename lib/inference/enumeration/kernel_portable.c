/* The kernel for vectors of 16 bytes; see enumeration/kernel.h. */
#include "inference/enumeration/kernel_field.h"

#if BSI_VECTORS

#define CPU portable
#define BYTES PORTABLE_BYTES
#define KNOWN_LENGTHS 1
#define TARGET
#define LANE_BITS 16
#include "inference/enumeration/kernel_body.h"
#define LANE_BITS 32
#include "inference/enumeration/kernel_body.h"
#define LANE_BITS 0
#include "inference/enumeration/kernel_body.h"

#endif
