/* Conversations in JSON Lines: part of leeway/leeway.hpp. */
#ifndef LEEWAY_CPP_SESSION_HPP
#define LEEWAY_CPP_SESSION_HPP

#include <leeway/cpp/scene.hpp>

namespace leeway
{

/* Scenes with names, which sessions share (lw_scene_store_create). */
class scene_store : public detail::owner<lw_scene_store, lw_scene_store_destroy>
{
  public:
    using owner::owner;
    /* A new store; scene_store() is empty, as all owners are without arguments. */
    static scene_store create(lw_error *error = nullptr)
    {
        scene_store made;
        detail::call(error, lw_scene_store_create, &made.raw());
        return made;
    }
    lw_status set(text name, scene_view scene, lw_error *error = nullptr)
    {
        return detail::call(error, lw_scene_store_set, raw(), name, scene.get());
    }
};

/* One conversation (lw_session_create). */
class session : public detail::owner<lw_session, lw_session_destroy>
{
  public:
    using owner::owner;
    session() noexcept = default;
    /* The store must outlive the session. scene: no text for the store's first one. check: as C has
     * it; a std::function of check_options is not called. */
    explicit session(scene_store &store, text scene = {},
                     const lw_check_options &check = lw_default_check_options(),
                     const lw_motion_defaults &defaults = motion_defaults(), lw_error *error = nullptr)
    {
        session_options options;
        options.scene = scene.c_str();
        options.check = &check;
        options.defaults = &defaults;
        detail::attempt(error, [&](lw_error *to) {
            return scene.cut() ? detail::fail_cut(to)
                               : lw_session_create(store.get(), &options, &raw(), to);
        });
    }

    /* The answer to a line, which lives until the next call. A line that cannot be answered has an
     * answer too, and throws nothing; error, if given, has its status then. */
    std::string_view answer(std::string_view line, lw_error *error = nullptr)
    {
        const char *out = nullptr;
        std::size_t length = 0;
        lw_error found{};
        const lw_status got = lw_session_answer(raw(), line.data(), line.size(), &out, &length, &found);
        if (error)
            *error = found;
        else if (got && !length)
            throw leeway::error(found);
        return {length ? out : "", length};
    }
};

} // namespace leeway

#endif
