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

bship_status bsi_kernel_avx2(const bsi_workspace *workspace, const int32_t *classes, int32_t ships,
                             bsi_work_budget *budget, bsi_kernel_result *result)
{
    switch (workspace->lane) {
    case BSI_LANE_16:
        return kernel_16_avx2(workspace, classes, ships, budget, result);
    case BSI_LANE_32:
        return kernel_32_avx2(workspace, classes, ships, budget, result);
    default:
        return kernel_0_avx2(workspace, classes, ships, budget, result);
    }
}

#endif
