/* Pages: part of leeway/leeway.hpp. */
#ifndef LEEWAY_CPP_PAGE_HPP
#define LEEWAY_CPP_PAGE_HPP

#include <leeway/cpp/plan.hpp>

namespace leeway
{

/* One HTML file that shows a scene, its motions and their verdicts (lw_page_create). The scene, and
 * what the options point to, must outlive it. */
class page : public detail::owner<lw_page, lw_page_destroy>
{
  public:
    using owner::owner;
    page() noexcept = default;
    explicit page(scene_view scene, const lw_page_options &options = page_options(),
                  lw_error *error = nullptr)
    {
        detail::call(error, lw_page_create, scene.get(), &options, &raw());
    }
    explicit page(leeway::scene &&, const lw_page_options & = page_options(),
                  lw_error * = nullptr) = delete; /* would outlive its scene */

    lw_status add(const lw_page_motion &motion, lw_error *error = nullptr)
    {
        return detail::call(error, lw_page_add, raw(), &motion);
    }
    /* With options of its checks, whose `stop` is called, in place of motion.options. */
    lw_status add(const lw_page_motion &motion, const check_options &options, lw_error *error = nullptr)
    {
        lw_page_motion used = motion;
        detail::check_calls calls(options);
        used.options = calls.get();
        return detail::call_with(calls.exceptions(), error, lw_page_add, raw(), &used);
    }
    /* Adds several motions on several threads; 0: all processors. */
    lw_status add_many(span<const page_motion> motions, unsigned threads = 0, lw_error *error = nullptr)
    {
        return detail::call(error, lw_page_add_many, raw(),
                            static_cast<const lw_page_motion *>(motions.data()), motions.size(),
                            threads);
    }
    std::size_t motion_count() const
    {
        return lw_page_motion_count(object());
    }
    /* link: none for the last link that the first planned joints move */
    lw_status set_roadmap(const roadmap &shown, std::optional<std::size_t> link = std::nullopt,
                          lw_error *error = nullptr)
    {
        return detail::call(error, lw_page_set_roadmap, raw(), shown.get(),
                            link ? static_cast<std::int64_t>(*link) : std::int64_t{-1});
    }
    /* Adds delays of two trajectories to the page's matrix. */
    lw_status add_delays(const page_delays &shown, lw_error *error = nullptr)
    {
        return detail::call(error, lw_page_add_delays, raw(), &shown);
    }
    /* Writes the page as it is now, part by part. An exception from the function ends the call. */
    lw_status write(const std::function<void(std::string_view)> &function,
                    lw_error *error = nullptr) const
    {
        writer to{function, {}};
        return detail::call_with(to.exceptions, error, lw_page_write, get(), &writer::write,
                                 static_cast<void *>(&to));
    }
    /* The whole page. */
    std::string html(lw_error *error = nullptr) const
    {
        std::string out;
        if (write([&](std::string_view part) { out += part; }, error))
            out.clear();
        return out;
    }

  private:
    struct writer {
        const std::function<void(std::string_view)> &function;
        detail::caught exceptions;

        static lw_status write(void *context, const char *bytes, std::size_t size) noexcept
        {
            writer &self = *static_cast<writer *>(context);
            return self.exceptions.run([&] {
                self.function({bytes, size});
            })
                       ? LW_OK
                       : LW_ERROR_STOPPED;
        }
    };
};

} // namespace leeway

#endif
