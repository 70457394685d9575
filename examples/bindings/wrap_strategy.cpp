// libbattleship from C++17: unique_ptr owns the objects, exceptions stay on this side, and a
// strategy of one's own asks an AI of the library before it decides. It plays one game, and prints
// "the winner is a, in round 63".
//
//     c++ -std=c++17 -o wrap_strategy wrap_strategy.cpp $(pkg-config --cflags --libs libbattleship)

#include <battleship/battleship.h>

#include <cstdio>
#include <exception>
#include <memory>
#include <new>
#include <stdexcept>

namespace
{

template <auto Free> struct Deleter {
    template <class T> void operator()(T *object) const noexcept
    {
        Free(object);
    }
};

using Fleet = std::unique_ptr<bship_fleet, Deleter<bship_fleet_unref>>;
using Rules = std::unique_ptr<bship_rules, Deleter<bship_rules_unref>>;
using Ai = std::unique_ptr<bship_ai, Deleter<bship_ai_free>>;
using Game = std::unique_ptr<bship_game, Deleter<bship_game_free>>;

void check(bship_status status)
{
    if (status != BSHIP_OK)
        throw std::runtime_error(bship_status_message(status));
}

// Calls a constructor of the library.
template <class Handle, class Constructor, class... Arguments>
Handle make(Constructor constructor, Arguments... arguments)
{
    typename Handle::pointer object = nullptr;
    check(constructor(&object, arguments...));
    return Handle(object);
}

// A strategy that alternates between two of the library's: first one, then the other.
struct Alternating {
    Ai ai[2];

    explicit Alternating(const bship_rules *rules)
        : ai{ make<Ai>(bship_ai_new, rules, "density", nullptr, nullptr),
              make<Ai>(bship_ai_new, rules, "parity", nullptr, nullptr) }
    {
    }

    bship_status aim(const bship_chart *chart, const bship_aim_options *options, bship_cell *cells,
                     size_t count) const
    {
        const auto turn = static_cast<size_t>(bship_chart_turns(chart) % 2);
        return bship_ai_aim_salvo(ai[turn].get(), chart, options, cells, count);
    }

    // The library is C: no exception may pass through it.
    static bship_status create(void **state, const bship_rules *rules, void *) noexcept
    {
        try {
            *state = new Alternating(rules);
            return BSHIP_OK;
        } catch (const std::bad_alloc &) {
            return BSHIP_ERROR_MEMORY;
        } catch (const std::exception &) {
            return BSHIP_ERROR_STRATEGY;
        }
    }

    static bship_strategy_callbacks callbacks() noexcept
    {
        bship_strategy_callbacks table = BSHIP_STRATEGY_CALLBACKS_INIT;
        table.name = "x-alternating";
        table.create = create;
        table.reset = [](void *state, uint64_t seed, int32_t, void *) {
            for (const Ai &each : static_cast<Alternating *>(state)->ai)
                bship_ai_reset(each.get(), seed);
        };
        table.aim = [](void *state, const bship_chart *chart, const bship_aim_options *options,
                       bship_cell *cells, size_t count, bship_rng *, void *) {
            return static_cast<Alternating *>(state)->aim(chart, options, cells, count);
        };
        table.destroy = [](void *state, void *) { delete static_cast<Alternating *>(state); };
        return table;
    }
};

void play()
{
    const Fleet fleet =
        make<Fleet>(bship_fleet_new_preset, BSHIP_FLEET_PRESET_CLASSIC, nullptr, nullptr);
    const Rules rules = make<Rules>(bship_rules_new, fleet.get(), nullptr, nullptr);
    const bship_strategy_callbacks callbacks = Alternating::callbacks();
    const Ai a = make<Ai>(bship_ai_new_custom, rules.get(), &callbacks, nullptr, nullptr, nullptr);
    const Ai b = make<Ai>(bship_ai_new, rules.get(), "hunt", nullptr, nullptr);

    bship_game_options options = BSHIP_GAME_OPTIONS_INIT;
    options.seed = 7;
    options.ai_a = a.get();
    options.ai_b = b.get();
    const Game game = make<Game>(bship_game_new, rules.get(), &options, nullptr);
    for (const int32_t side : { BSHIP_SIDE_A, BSHIP_SIDE_B })
        check(bship_game_place_random(game.get(), side, nullptr, nullptr, nullptr));
    check(bship_game_start(game.get(), nullptr));
    while (bship_game_phase(game.get()) != BSHIP_PHASE_OVER)
        check(bship_game_step(game.get(), nullptr, nullptr, nullptr));
    std::printf("the winner is %s, in round %lld\n",
                bship_enum_name(BSHIP_ENUM_OUTCOME, bship_game_outcome(game.get())),
                static_cast<long long>(bship_game_round(game.get())));
}

} // namespace

int main()
{
    try {
        play();
        return 0;
    } catch (const std::exception &error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
}
