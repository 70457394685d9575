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

bship_status bsi_kernel_portable(const bsi_workspace *workspace, const int32_t *classes,
                                 int32_t ships, bsi_work_budget *budget, bsi_kernel_result *result)
{
    switch (workspace->lane) {
    case BSI_LANE_16:
        return kernel_16_portable(workspace, classes, ships, budget, result);
    case BSI_LANE_32:
        return kernel_32_portable(workspace, classes, ships, budget, result);
    default:
        return kernel_0_portable(workspace, classes, ships, budget, result);
    }
}

#endif
