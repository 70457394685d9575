/* References to a prior; see prior.h. */
#include "inference/prior.h"

#include "base/memory.h"
#include "base/reference.h"

bsi_prior *bsi_prior_ref(const bsi_prior *prior)
{
    return prior ? bsi_reference_add(prior, &prior->references) : NULL;
}

void bsi_prior_unref(bsi_prior *prior)
{
    if (!prior || !bsi_reference_drop(&prior->references))
        return;
    bship_rules *rules = prior->rules;
    for (int32_t i = 0; i < prior->contact_count; i++)
        bship_rules_unref(prior->contacts[i].rules);
    bsi_free(&rules->allocator, prior, prior->block_size, 1);
    bship_rules_unref(rules);
}
