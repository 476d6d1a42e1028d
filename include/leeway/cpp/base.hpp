/* Spans, texts and errors: part of leeway/leeway.hpp. */
#ifndef LEEWAY_CPP_BASE_HPP
#define LEEWAY_CPP_BASE_HPP

#include <cstddef>
#include <cstring>
#include <initializer_list>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <leeway/leeway.h>

namespace leeway
{

/* ---- spans ------------------------------------------------------------------------------------- */

/* Elements that another object owns: of std::vector, std::array, std::span, an array, a braced list, or
 * a pointer and a size. It must not outlive them; a braced list lives until the end of the statement.
 */
template <class T> class span
{
    template <class Container>
    using enable_container = std::enable_if_t<
        !std::is_same_v<std::decay_t<Container>, span> &&
        !std::is_array_v<std::remove_reference_t<Container>> &&
        std::is_convertible_v<std::remove_pointer_t<decltype(std::declval<Container &>().data())> (*)[],
                              T (*)[]> &&
        std::is_convertible_v<decltype(std::declval<Container &>().size()), std::size_t>>;

  public:
    constexpr span() noexcept = default;
    constexpr span(T *data, std::size_t size) noexcept : data_(data), size_(size)
    {
    }
    template <std::size_t Size> constexpr span(T (&array)[Size]) noexcept : data_(array), size_(Size)
    {
    }
    template <class Container, class = enable_container<Container>>
    constexpr span(Container &&container) : data_(container.data()), size_(container.size())
    {
    }
    template <class U = T, class = std::enable_if_t<std::is_const_v<U>>>
    constexpr span(std::initializer_list<std::remove_const_t<T>> list) noexcept : size_(list.size())
    {
        data_ = list.begin();
    }

    constexpr T *data() const noexcept
    {
        return data_;
    }
    constexpr std::size_t size() const noexcept
    {
        return size_;
    }
    constexpr bool empty() const noexcept
    {
        return size_ == 0;
    }
    constexpr T *begin() const noexcept
    {
        return data_;
    }
    constexpr T *end() const noexcept
    {
        return data_ + size_;
    }
    constexpr T &operator[](std::size_t index) const
    {
        return data_[index];
    }
    constexpr span subspan(std::size_t offset, std::size_t count) const
    {
        return {data_ + offset, count};
    }

  private:
    T *data_ = nullptr;
    std::size_t size_ = 0;
};

/* ---- texts ------------------------------------------------------------------------------------- */

/* A text for C, as an argument: const char *, std::string, std::string_view or std::filesystem::path.
 * Without a text it is NULL. A std::string_view is copied, since it need not end with a zero. */
class text
{
  public:
    text() noexcept = default;
    text(std::nullptr_t) noexcept
    {
    }
    text(const char *zero_ended) noexcept : data_(zero_ended)
    {
    }
    text(const std::string &string) noexcept
        : data_(string.c_str()), cut_(std::strlen(data_) != string.size())
    {
    }
    text(std::string_view view)
    {
        if (!view.data())
            return;
        copy_ = view;
        data_ = copy_.c_str();
        cut_ = std::strlen(data_) != copy_.size();
    }
    template <class Path, class = std::enable_if_t<std::is_same_v<
                              decltype(std::declval<const Path &>().native()), const std::string &>>>
    text(const Path &path) noexcept : text(path.native())
    {
    }
    text(const text &) = delete;
    text &operator=(const text &) = delete;

    const char *c_str() const noexcept
    {
        return data_;
    }
    /* Whether it holds a NUL character, at which C would cut it. */
    bool cut() const noexcept
    {
        return cut_;
    }

  private:
    const char *data_ = nullptr;
    bool cut_ = false;
    std::string copy_;
};

/* Names for C, as an argument: a braced list, or a container of std::string, std::string_view or const
 * char *. Copies them. */
class names
{
  public:
    names() = default;
    names(std::initializer_list<std::string_view> list)
    {
        take(list);
    }
    template <class Container,
              class = std::enable_if_t<std::is_convertible_v<
                  decltype(*std::declval<const Container &>().begin()), std::string_view>>>
    names(const Container &container)
    {
        take(container);
    }
    names(const names &) = delete;
    names &operator=(const names &) = delete;

    const char *const *data() const noexcept
    {
        return pointers_.data();
    }
    std::size_t size() const noexcept
    {
        return pointers_.size();
    }
    bool cut() const noexcept
    {
        return cut_;
    }

  private:
    template <class List> void take(const List &list)
    {
        for (const auto &name : list)
            copies_.emplace_back(name);
        for (const std::string &copy : copies_) {
            pointers_.push_back(copy.c_str());
            cut_ = cut_ || std::strlen(copy.c_str()) != copy.size();
        }
    }

    std::vector<std::string> copies_;
    std::vector<const char *> pointers_;
    bool cut_ = false;
};

/* ---- errors ------------------------------------------------------------------------------------ */

using camera = lw_camera;
using status = lw_status;

/* A short name of the status ("name", "syntax"). */
inline const char *status_name(status of) noexcept
{
    return lw_status_name(of);
}

/* "file:line:column: message", without the parts of the place that are unknown. */
inline std::string error_format(const lw_error &of)
{
    char sentence[sizeof of.message + sizeof of.file + 40];
    lw_error_format(&of, sentence, sizeof sentence);
    return sentence;
}

/* An error of Leeway. what() is error_format(detail). */
class error : public std::runtime_error
{
  public:
    explicit error(const lw_error &of) : std::runtime_error(error_format(of)), detail(of)
    {
    }
    /* An error of the caller, as the library makes its own. */
    error(leeway::status of, const std::string &message) : error(made(of, message))
    {
    }

    leeway::status status() const noexcept
    {
        return detail.status;
    }
    const char *message() const noexcept
    {
        return detail.message;
    }
    const char *file() const noexcept
    {
        return detail.file;
    }
    int line() const noexcept
    {
        return detail.line;
    }
    int column() const noexcept
    {
        return detail.column;
    }

    lw_error detail;

  private:
    static lw_error made(leeway::status of, const std::string &message)
    {
        lw_error made{};
        lw_error_set(&made, of, nullptr, 0, 0, "%s", message.c_str());
        return made;
    }
};

namespace detail
{

inline lw_status fail(lw_error *to, lw_status with, const char *sentence) noexcept
{
    lw_error_set(to, with, nullptr, 0, 0, "%s", sentence);
    return with;
}

/* Runs a call of C, which gets a place for its error. An error is thrown if `out` is NULL, else written
 * there. */
template <class Call> lw_status attempt(lw_error *out, Call &&run)
{
    lw_error own;
    lw_error &error = out ? *out : own;
    error.status = LW_OK;
    error.message[0] = error.file[0] = '\0';
    error.line = error.column = 0;
    const lw_status got = run(&error);
    if (got && error.status != got) /* a status of the caller's, without a sentence */
        fail(&error, got, lw_status_name(got));
    if (got && !out)
        throw leeway::error(error);
    return got;
}

/* Arguments as C takes them. */
template <class T> const T &passed(const T &argument) noexcept
{
    return argument;
}
inline const char *passed(const text &argument) noexcept
{
    return argument.c_str();
}
inline const char *const *passed(const names &argument) noexcept
{
    return argument.data();
}

template <class T> bool is_cut(const T &argument) noexcept
{
    if constexpr (std::is_same_v<T, text> || std::is_same_v<T, names>)
        return argument.cut();
    else
        return false;
}

template <class... Given> bool any_is_cut(const Given &...given) noexcept
{
    return (is_cut(given) || ...);
}

inline lw_status fail_cut(lw_error *to) noexcept
{
    return fail(to, LW_ERROR_ARGUMENT, "a text holds a NUL character, at which it would be cut");
}

/* Calls a function of C whose last argument is the place for an error. */
template <class Function, class... Given>
lw_status call(lw_error *out, Function *function, const Given &...given)
{
    return attempt(out, [&](lw_error *error) {
        return any_is_cut(given...) ? fail_cut(error) : function(passed(given)..., error);
    });
}

/* The items that function(items, count) writes into a vector: it sets `count` to the number of all, and
 * is called again where there was no room for them. Empty where it fails. */
template <class Item, class Function> std::vector<Item> filled(std::size_t room, Function &&function)
{
    std::vector<Item> items(room);
    std::size_t count = 0;
    lw_status got = function(items, count);
    if (!got && count > items.size()) {
        items.resize(count);
        got = function(items, count);
    }
    items.resize(got ? 0 : count);
    return items;
}

/* The text that a function of C writes as snprintf does: function(text, size), which returns the
 * length. */
template <class Function> std::string printed(Function &&function)
{
    std::string out(function(nullptr, 0), '\0');
    function(out.data(), out.size() + 1);
    return out;
}

/* Likewise of a function(text, size, length, error) that can fail; empty where it does. */
template <class Function> std::string written(lw_error *out, Function &&function)
{
    std::string text(500, '\0');
    attempt(out, [&](lw_error *error) {
        std::size_t length = 0;
        lw_status got = function(text.data(), text.size() + 1, &length, error);
        const bool whole = length <= text.size();
        text.resize(got ? 0 : length);
        if (!got && !whole)
            got = function(text.data(), text.size() + 1, &length, error);
        return got;
    });
    return text;
}

/* A name that lives as long as its object; empty where C gives NULL. */
inline std::string_view view_of(const char *name) noexcept
{
    return name ? std::string_view(name) : std::string_view();
}

} // namespace detail
} // namespace leeway

#endif
