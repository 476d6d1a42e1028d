/* Owners of C objects, and functions of the caller that C calls back: part of leeway/leeway.hpp. */
#ifndef LEEWAY_CPP_OWNER_HPP
#define LEEWAY_CPP_OWNER_HPP

#include <atomic>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>

#include <leeway/cpp/base.hpp>

namespace leeway
{

/* A notice of a scene or motion: one thing that was repaired or ignored. The texts live until the
 * listener returns; file is empty and line 0 if no file is concerned. */
struct notice {
    std::string_view file;
    int line;
    std::string_view sentence;
};

/* Takes a notice. An exception from it ends the call that gave the notice. */
using listener = std::function<void(const notice &)>;

namespace detail
{

/* A pointer to an object that somebody else owns. */
template <class T> class borrowed
{
  public:
    explicit operator bool() const noexcept
    {
        return raw_ != nullptr;
    }

  protected:
    borrowed() noexcept = default;
    explicit borrowed(T *raw) noexcept : raw_(raw)
    {
    }

    T *raw() const noexcept
    {
        return raw_;
    }
    T *&raw() noexcept
    {
        return raw_;
    }

    /* The object, for functions of C that take no NULL and cannot fail. */
    T *object() const
    {
        if (!raw_)
            throw error(LW_ERROR_STATE, "the object is empty: it was moved from, or released");
        return raw_;
    }

  private:
    T *raw_ = nullptr;
};

/* Owns an object of C, which `destroy` frees. View: borrowed<T>, or a class of functions that ask a
 * borrowed object. */
template <class T, void (*destroy)(T *), class View = borrowed<T>> class owner : public View
{
  public:
    /* Empty. */
    owner() noexcept = default;
    /* Takes over an object; NULL: empty. */
    explicit owner(T *raw) noexcept : View(raw)
    {
    }
    owner(owner &&other) noexcept : View(other.release())
    {
    }
    owner &operator=(owner &&other) noexcept
    {
        if (this != &other)
            reset(other.release());
        return *this;
    }
    owner(const owner &) = delete;
    owner &operator=(const owner &) = delete;
    ~owner()
    {
        destroy(this->raw());
    }

    T *get() const noexcept
    {
        return this->raw();
    }
    /* Gives the object away, which the caller then has to destroy. */
    [[nodiscard]] T *release() noexcept
    {
        return std::exchange(this->raw(), nullptr);
    }
    /* Destroys the object, and takes over another one. */
    void reset(T *raw = nullptr) noexcept
    {
        destroy(std::exchange(this->raw(), raw));
    }
    void swap(owner &other) noexcept
    {
        std::swap(this->raw(), other.raw());
    }
    friend void swap(owner &a, owner &b) noexcept
    {
        a.swap(b);
    }
};

/* Owns a struct whose arrays `release_arrays` frees. The struct's members are read through ->. */
template <class Struct, void (*free_arrays)(Struct *)> class struct_owner
{
  public:
    struct_owner() noexcept
    {
        clear();
    }
    /* Takes over the arrays of a struct. */
    explicit struct_owner(const Struct &raw) noexcept : raw_(raw)
    {
    }
    struct_owner(struct_owner &&other) noexcept : raw_(other.release())
    {
    }
    struct_owner &operator=(struct_owner &&other) noexcept
    {
        if (this != &other) {
            free_arrays(&raw_);
            raw_ = other.release();
        }
        return *this;
    }
    struct_owner(const struct_owner &) = delete;
    struct_owner &operator=(const struct_owner &) = delete;
    ~struct_owner()
    {
        free_arrays(&raw_);
    }

    Struct *get() noexcept
    {
        return &raw_;
    }
    const Struct *get() const noexcept
    {
        return &raw_;
    }
    const Struct *operator->() const noexcept
    {
        return &raw_;
    }
    const Struct &operator*() const noexcept
    {
        return raw_;
    }
    /* Gives the arrays away, which the caller then has to free. */
    [[nodiscard]] Struct release() noexcept
    {
        const Struct raw = raw_;
        clear();
        return raw;
    }
    void swap(struct_owner &other) noexcept
    {
        std::swap(raw_, other.raw_);
    }
    friend void swap(struct_owner &a, struct_owner &b) noexcept
    {
        a.swap(b);
    }

  private:
    /* these structs start with zeros, like all of LW_STARTS */
    void clear() noexcept
    {
        raw_ = Struct{};
        raw_.struct_size = sizeof raw_;
    }

    Struct raw_;
};

/* The first exception from a function of the caller that C calls, perhaps in several threads at once.
 */
class caught
{
  public:
    /* Runs a function; false if it threw, now or before. */
    template <class Function> bool run(Function &&function) noexcept
    {
        if (pending())
            return false;
        try {
            function();
            return true;
        } catch (...) {
            const std::lock_guard<std::mutex> lock(mutex_);
            if (!thrown_)
                thrown_ = std::current_exception();
            pending_.store(true, std::memory_order_release);
            return false;
        }
    }
    bool pending() const noexcept
    {
        return pending_.load(std::memory_order_acquire);
    }
    /* Throws the exception again, once. After the call of C, when no thread runs a function any more.
     */
    void rethrow()
    {
        if (!pending())
            return;
        pending_.store(false, std::memory_order_relaxed);
        std::rethrow_exception(std::exchange(thrown_, nullptr));
    }

  private:
    std::atomic<bool> pending_{false};
    std::mutex mutex_;
    std::exception_ptr thrown_;
};

/* A listener of the caller, as scenes, motions and pools hold it. */
class heard
{
  public:
    explicit heard(listener listen) : listen_(std::move(listen))
    {
    }
    static lw_status take(void *context, const char *file, int line, const char *sentence) noexcept
    {
        heard &self = *static_cast<heard *>(context);
        return self.caught_.run([&] {
            self.listen_({view_of(file), line, view_of(sentence)});
        })
                   ? LW_OK
                   : LW_ERROR_STOPPED;
    }
    caught &exceptions() noexcept
    {
        return caught_;
    }
    const listener &function() const noexcept
    {
        return listen_;
    }

  private:
    listener listen_;
    caught caught_;
};

using kept_listener = std::unique_ptr<heard>;

/* Sets the listener of an object, and keeps it. */
template <class T>
void listen(void (*on_notice)(T *, lw_notice_fn, void *), T *object, listener given,
            kept_listener &kept)
{
    kept_listener own = given ? std::make_unique<heard>(std::move(given)) : nullptr;
    on_notice(object, own ? &heard::take : nullptr, own.get());
    kept = std::move(own);
}

/* An owner of an object that has a listener for notices, which it keeps. */
template <class T, void (*destroy)(T *), void (*set_listener)(T *, lw_notice_fn, void *),
          class View = borrowed<T>>
class listening_owner : public owner<T, destroy, View>
{
    using silent = owner<T, destroy, View>;

  public:
    using silent::silent;
    listening_owner() noexcept = default;

    /* Gives the object away, without the listener. */
    [[nodiscard]] T *release() noexcept
    {
        if (listener_)
            set_listener(this->raw(), nullptr, nullptr);
        listener_.reset();
        return silent::release();
    }
    void reset(T *raw = nullptr) noexcept
    {
        silent::reset(raw);
        listener_.reset();
    }
    void swap(listening_owner &other) noexcept
    {
        silent::swap(other);
        listener_.swap(other.listener_);
    }
    friend void swap(listening_owner &a, listening_owner &b) noexcept
    {
        a.swap(b);
    }

    /* Sets the listener; none: no listener. */
    void on_notice(listener given)
    {
        listen(set_listener, this->object(), std::move(given), listener_);
    }

  protected:
    const kept_listener &kept() const noexcept
    {
        return listener_;
    }

  private:
    kept_listener listener_;
};

inline void rethrow(const kept_listener &kept)
{
    if (kept)
        kept->exceptions().rethrow();
}
inline void rethrow(caught &exceptions)
{
    exceptions.rethrow();
}

/* Calls a function of C, and throws again what a function of the caller has thrown meanwhile. */
template <class Exceptions, class Function, class... Given>
lw_status call_with(Exceptions &&exceptions, lw_error *out, Function *function, const Given &...given)
{
    return attempt(out, [&](lw_error *error) {
        const lw_status got =
            any_is_cut(given...) ? fail_cut(error) : function(passed(given)..., error);
        rethrow(exceptions);
        return got;
    });
}

} // namespace detail
} // namespace leeway

#endif
