/*
 * Chooses a kernel at run time, by what the build and the machine have, and lays out its
 * workspace; see enumeration/kernel.h.
 */
#include "inference/enumeration/kernel_field.h"

/* ---- instruction sets ---- */

/* The kernels of an instruction set with vectors. */
#define LANES_32(cpu)                                                                              \
    {                                                                                              \
        [BSI_LANE_16] = bsi_kernel_16_##cpu, [BSI_LANE_32] = bsi_kernel_32_##cpu,                  \
        [BSI_LANE_REAL] = bsi_kernel_0_##cpu,                                                      \
    }

static const struct {
    size_t bytes;                       /* of a vector; 0: there are none */
    bsi_kernel kernels[BSI_LANE_COUNT]; /* NULL: this build has none */
} cpus[BSI_CPU_COUNT] = {
    [BSI_CPU_PLAIN] = { BYTES_plain,
                        { [BSI_LANE_64] = bsi_kernel_64_plain,
                          [BSI_LANE_REAL] = bsi_kernel_0_plain } },
#if BSI_VECTORS
    [BSI_CPU_VECTOR] = { BYTES_portable, LANES_32(portable) },
#endif
#if BSI_X86
    [BSI_CPU_AVX2] = { BYTES_avx2, LANES_32(avx2) },
#endif
};

static bool cpu_has(bsi_cpu cpu)
{
#if BSI_X86
    if (cpu == BSI_CPU_AVX2)
        return __builtin_cpu_supports("avx2");
#endif
    return cpu <= BSI_CPU_VECTOR;
}

bsi_kernel bsi_kernel_of(bsi_lane lane, bsi_cpu cpu)
{
    return cpu_has(cpu) ? cpus[cpu].kernels[lane] : NULL;
}

bsi_cpu bsi_cpu_best(bsi_lane lane)
{
    bsi_cpu cpu = BSI_CPU_COUNT - 1;
    while (cpu > BSI_CPU_PLAIN && !bsi_kernel_of(lane, cpu))
        cpu--;
    return cpu;
}

/* ---- the workspace ---- */

static const size_t lane_sizes[] = { sizeof(uint16_t), sizeof(uint32_t), sizeof(uint64_t),
                                     sizeof(double) };
static const size_t sum_sizes[] = { sizeof(uint32_t), sizeof(uint64_t), sizeof(uint64_t),
                                    sizeof(double) };

enum {
    CACHE_LINE = 64,
    SUM_LANES = 4, /* in steps of so many lanes doubles are summed: see kernel_lane.c */
    LANES_MAX = 64 /* a multiple of the lanes of any vector */
};

/* The arrays of all classes of a call. */
static size_t scratch_arrays(const bship_rules *rules)
{
    size_t field = field_arrays(lattice_of(rules));
    size_t ship_fields = 2 + 2 * field + 2 * 2 * BSI_LAST_SHIPS_MAX;
    return BSI_LAST_SHIPS_MAX * ship_fields;
}

static size_t round_up(size_t count, size_t unit)
{
    return (count + unit - 1) / unit * unit;
}

/* The lanes from a point to the farthest that a sum over a placement, or its field, reads. */
static size_t reach_of(const bsi_evidence *evidence)
{
    return ((size_t)evidence->classes[0].length + 1) * evidence->rules->stride + 1;
}

/* Bytes of which number `first` begins a cache line, so that aligned vectors cross none. */
static void *take_aligned(size_t bytes, size_t first, bsi_arena *arena)
{
    unsigned char *block = bsi_arena_take(arena, bytes + CACHE_LINE, 1);
    if (!block)
        return NULL;
    size_t offset = (size_t)(uintptr_t)(block + first) % CACHE_LINE;
    return block + first + (CACHE_LINE - offset) % CACHE_LINE;
}

/* `count` arrays, with zeros before the first one as well. */
static void *take_arrays(const bsi_workspace *workspace, size_t count, bsi_arena *arena)
{
    size_t size = lane_sizes[workspace->lane];
    size_t front = workspace->pitch - workspace->count;
    return take_aligned((count * workspace->pitch + front) * size, front * size, arena);
}

size_t bsi_workspace_points(const bsi_evidence *evidence)
{
    const bship_rules *rules = evidence->rules;
    size_t rows = (size_t)rules->height + (lattice_of(rules) != CELLS);
    return rows * rules->stride;
}

/* The lanes that a pass visits in BSI_BLOCK_COST steps, one lane at a time. */
static size_t block_of(const bsi_evidence *evidence)
{
    size_t cost = 4 + 2 * (size_t)evidence->classes[0].length;
    return round_up(BSI_BLOCK_COST / cost, LANES_MAX);
}

void bsi_workspace_carve(bsi_workspace *workspace, const bsi_evidence *evidence, bsi_lane lane,
                         bsi_cpu cpu, bsi_arena *arena)
{
    const bship_rules *rules = evidence->rules;
    size_t lanes = cpus[cpu].bytes ? cpus[cpu].bytes / lane_sizes[lane] : 1;
    size_t classes = (size_t)evidence->class_count;
    *workspace = (bsi_workspace){
        .evidence = evidence,
        .kernel = bsi_kernel_of(lane, cpu),
        .lane = lane,
        .points = bsi_workspace_points(evidence),
        .block = block_of(evidence),
        .stride = (ptrdiff_t)rules->stride,
        .scale = 1,
        .split = cpu > BSI_CPU_PLAIN && sum_sizes[lane] > lane_sizes[lane] ? lanes : 1,
    };
    if (lane == BSI_LANE_REAL && lanes < SUM_LANES)
        lanes = SUM_LANES;
    workspace->count = round_up(workspace->points, lanes);
    workspace->pitch = workspace->count + round_up(reach_of(evidence), lanes);
    workspace->free = take_arrays(workspace, 1, arena);
    workspace->scratch = take_arrays(workspace, scratch_arrays(rules), arena);
    if (evidence->is_weighted)
        workspace->weights = take_arrays(workspace, classes * 2, arena);
    workspace->sums = take_aligned(classes * 2 * workspace->count * sum_sizes[lane], 0, arena);
}

/* Adds a class to the last ships; its arrays follow those of the classes before it. */
static void add_class(bsi_workspace *workspace, int32_t class)
{
    size_t pitch = workspace->pitch * lane_sizes[workspace->lane];
    size_t field = field_arrays(lattice_of(workspace->evidence->rules)) * pitch;
    int32_t number = workspace->last_classes++;
    bsi_last_class *last = &workspace->last[number];
    unsigned char *arrays = workspace->scratch;
    arrays += (size_t)number * (2 * pitch + 2 * field + BSI_LAST_SHIPS_MAX * 4 * pitch);
    *last = (bsi_last_class){
        .class = class,
        .length = workspace->evidence->classes[class].length,
        .placements = arrays,
        .field = arrays + 2 * pitch,
        .pairs = arrays + 2 * pitch + field,
    };
    for (size_t i = 0; i < BSI_LAST_SHIPS_MAX; i++)
        last->overlaps[i] = arrays + 2 * pitch + 2 * field + i * 4 * pitch;
}

void bsi_workspace_choose(bsi_workspace *workspace, const int32_t *classes, int32_t ships)
{
    int32_t numbers[BSI_LAST_SHIPS_MAX] = { 0 };
    workspace->last_ships = ships;
    workspace->last_classes = 0;
    for (int32_t i = 0; i < ships; i++) {
        if (i == 0 || classes[i] != classes[i - 1])
            add_class(workspace, classes[i]);
        numbers[i] = workspace->last_classes - 1;
        workspace->last[numbers[i]].ships++;
    }
    /* Of each class the first ship comes last. */
    for (int32_t i = ships - 1; i >= 0; i--)
        for (int32_t j = 0; j < 2; j++)
            workspace->last[numbers[i]].others[j] = numbers[(i + j + 1) % ships];
}

/* Integer lanes keep only whether a placement has any weight. */
static void copy_weights(const bsi_workspace *workspace, int32_t i)
{
    const bship_rules *rules = workspace->evidence->rules;
    const double *from = workspace->evidence->classes[i / 2].weights[i % 2];
    for (uint32_t j = 0; j < rules->free_count; j++) {
        uint32_t position = rules->free_cells[j];
        size_t lane = (size_t)i * workspace->pitch + bsi_point(workspace, position);
        double weight = from[position];
        bsi_lane_set(workspace->lane, workspace->weights, lane,
                     workspace->lane == BSI_LANE_REAL ? weight : weight > 0);
    }
}

bship_status bsi_workspace_weigh(const bsi_workspace *workspace, bsi_work_budget *budget)
{
    const bsi_evidence *evidence = workspace->evidence;
    bship_status status = BSHIP_OK;
    for (int32_t i = 0; workspace->weights && !status && i < evidence->class_count * 2; i++) {
        copy_weights(workspace, i);
        status = bsi_work_report(budget, 4 * (int64_t)evidence->rules->free_count);
    }
    return status;
}

/* The index of the sum of a point among those of its class and orientation. */
static size_t sum_index(const bsi_workspace *workspace, size_t point)
{
    if (workspace->split == 1)
        return point;
    size_t lane = point % workspace->split;
    return point - lane + lane / 2 + lane % 2 * (workspace->split / 2);
}

bsi_amount bsi_workspace_amount(const bsi_workspace *workspace, bsi_placement placement)
{
    size_t row = (size_t)placement.class * 2 + (size_t)placement.orientation;
    size_t at =
        row * workspace->count + sum_index(workspace, bsi_point(workspace, placement.position));
    switch (workspace->lane) {
    case BSI_LANE_16:
        return bsi_amount_of_whole(bsi_uint128_of(((uint32_t *)workspace->sums)[at]));
    case BSI_LANE_REAL:
        return bsi_amount_of_real(((double *)workspace->sums)[at]);
    default:
        return bsi_amount_of_whole(bsi_uint128_of(((uint64_t *)workspace->sums)[at]));
    }
}

bship_status bsi_workspace_clear_class(bsi_workspace *workspace, int32_t class,
                                       bsi_work_budget *budget)
{
    size_t bytes = 2 * workspace->count * sum_sizes[workspace->lane];
    return bsi_work_clear_memory(budget, (unsigned char *)workspace->sums + (size_t) class * bytes,
                                 bytes);
}

bship_status bsi_workspace_clear(bsi_workspace *workspace, bsi_work_budget *budget)
{
    size_t sums = 2 * (size_t)workspace->evidence->class_count * workspace->count;
    workspace->calls = 0;
    return bsi_work_clear_memory(budget, workspace->sums, sums * sum_sizes[workspace->lane]);
}
