/* Thread pools: part of leeway/leeway.hpp. */
#ifndef LEEWAY_CPP_POOL_HPP
#define LEEWAY_CPP_POOL_HPP

#include <leeway/cpp/checker.hpp>

namespace leeway
{

/* States, or segments between states, as rows of joint values (lw_rows). The arrays are not copied. */
struct rows : lw_rows {
    rows() noexcept : lw_rows(lw_default_rows())
    {
    }
    rows(const lw_rows &of) noexcept : lw_rows(of)
    {
    }
    /* States: rows of `width` values each. Errors: argument (numbers that are no whole row). */
    rows(span<const double> states, std::size_t width, lw_error *error = nullptr) : rows()
    {
        set(states, states, width, error);
        to = nullptr;
        to_stride = 0;
    }
    /* Segments: rows of `width` values each; one row on either side is that of all segments. Errors:
     * argument (numbers that are no whole row, other numbers of rows). */
    rows(span<const double> first, span<const double> last, std::size_t width,
         lw_error *error = nullptr)
        : rows()
    {
        set(first, last, width, error);
    }

  private:
    void set(span<const double> first, span<const double> last, std::size_t width, lw_error *error)
    {
        detail::attempt(error, [&](lw_error *into) {
            if (!width || first.size() % width || last.size() % width)
                return detail::fail(into, LW_ERROR_ARGUMENT,
                                    "the numbers are no whole rows of joint values");
            const std::size_t begins = first.size() / width;
            const std::size_t ends = last.size() / width;
            if (begins != ends && begins != 1 && ends != 1)
                return detail::fail(into, LW_ERROR_ARGUMENT,
                                    "there are as many rows on one side as on the other, or one");
            count = begins == 1 ? ends : begins;
            from = first.data();
            from_stride = begins == 1 ? 0 : width;
            to = last.data();
            to_stride = ends == 1 ? 0 : width;
            return LW_OK;
        });
    }
};

static_assert(sizeof(rows) == sizeof(lw_rows));

/* A thread pool, each thread with a checker (lw_pool_create). The scene must outlive it. Takes one call
 * at a time. Its listener hears of rows. Functions of options, and the listener, are called in several
 * threads at once. */
class pool : public detail::listening_owner<lw_pool, lw_pool_destroy, lw_pool_on_notice>
{
  public:
    pool() noexcept = default;
    /* threads: the caller's among them; 0: all processors */
    explicit pool(scene_view scene, unsigned threads = 0, lw_error *error = nullptr)
    {
        detail::call(error, lw_pool_create, scene.get(), threads, &raw());
    }
    explicit pool(leeway::scene &&, unsigned = 0,
                  lw_error * = nullptr) = delete; /* would outlive its scene */
    /* Takes over a pool of C; NULL: no pool. Its listener stays. */
    explicit pool(lw_pool *raw) noexcept : listening_owner(raw)
    {
    }

    lw_status set_scene(scene_view scene, lw_error *error = nullptr)
    {
        return detail::call(error, lw_pool_set_scene, raw(), scene.get());
    }
    lw_status set_scene(leeway::scene &&, lw_error * = nullptr) = delete; /* would outlive its scene */
    unsigned threads() const
    {
        return lw_pool_threads(object());
    }

    /* Checks many motions. Empty where there is an error. */
    [[nodiscard]] std::vector<verdict> check(const motions &list, const check_options &options = {},
                                             lw_error *error = nullptr)
    {
        std::vector<verdict> out(list.size());
        detail::check_calls calls(options);
        if (detail::call_with(calls.exceptions(), error, lw_pool_check, raw(), list.data(), list.size(),
                              calls.get(), static_cast<lw_verdict *>(out.data())))
            out.clear();
        return out;
    }
    /* Checks segments, or states, into the arrays of `answers`. Allocates as C does. On an error all
     * answers are undecided. */
    lw_status segments(const lw_rows &rows, const lw_answers &answers,
                       const check_options &options = {}, lw_error *error = nullptr)
    {
        return ask(lw_pool_segments, rows, answers, options, error);
    }
    lw_status states(const lw_rows &rows, const lw_answers &answers, const check_options &options = {},
                     lw_error *error = nullptr)
    {
        return ask(lw_pool_states, rows, answers, options, error);
    }

    /* Finds some states that are in contact; `contacts` has room for rows.count. On an error it says
     * nothing. */
    lw_status contacts(const lw_rows &rows, bool *contacts, lw_error *error = nullptr)
    {
        return detail::call(error, lw_pool_contacts, raw(), &rows, contacts);
    }

  private:
    template <class Function>
    lw_status ask(Function *function, const lw_rows &rows, const lw_answers &answers,
                  const check_options &options, lw_error *error)
    {
        detail::check_calls calls(options);
        return detail::attempt(error, [&](lw_error *to) {
            const lw_status got = function(raw(), &rows, calls.get(), &answers, to);
            for (std::size_t i = 0; got && answers.kind && i < rows.count; i++)
                answers.kind[i] =
                    LW_VERDICT_UNDECIDED; /* what was written says nothing, and may read as free */
            calls.exceptions().rethrow();
            detail::rethrow(kept());
            return got;
        });
    }
};

} // namespace leeway

#endif
