/* The kernel without vectors, one lane at a time; see enumeration/kernel.h. */
#include "inference/enumeration/kernel_field.h"

#define CPU plain
#define BYTES PLAIN_BYTES
#define KNOWN_LENGTHS 0
#define TARGET
#define LANE_BITS 64
#include "inference/enumeration/kernel_body.h"
#define LANE_BITS 0
#include "inference/enumeration/kernel_body.h"
