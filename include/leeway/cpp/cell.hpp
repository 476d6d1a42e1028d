/* Work cells: part of leeway/leeway.hpp. */
#ifndef LEEWAY_CPP_CELL_HPP
#define LEEWAY_CPP_CELL_HPP

#include <leeway/cpp/motion.hpp>

namespace leeway
{

/* Named trajectories of the robots of a frozen scene (lw_cell_create). The scene must
 * outlive it. */
class cell : public detail::owner<lw_cell, lw_cell_destroy>
{
  public:
    using owner::owner;
    cell() noexcept = default;
    explicit cell(scene_view scene, lw_error *error = nullptr)
    {
        detail::call(error, lw_cell_create, scene.get(), &raw());
    }
    explicit cell(leeway::scene &&, lw_error * = nullptr) = delete; /* would outlive its scene */

    lw_status add(text name, motion_view motion, lw_error *error = nullptr)
    {
        return detail::call(error, lw_cell_add, raw(), name, motion.get());
    }
    std::optional<std::size_t> find(std::size_t robot, text name) const
    {
        if (name.cut())
            return std::nullopt;
        return detail::index_of(lw_cell_find(object(), robot, name.c_str()));
    }
    std::size_t trajectory_count() const
    {
        return lw_cell_trajectory_count(object());
    }
    /* trajectory: as find() returns it */
    std::string_view trajectory_name(std::size_t trajectory) const
    {
        return detail::view_of(lw_cell_trajectory_name(object(), trajectory));
    }
    /* A verdict as JSON. id: JSON text; no text: null. */
    std::string verdict_json(text id, const lw_cell_verdict &verdict, lw_error *error = nullptr) const
    {
        return detail::written(error, [&](char *text, std::size_t size, std::size_t *length,
                                          lw_error *to) {
            return id.cut() ? detail::fail_cut(to)
                            : lw_cell_verdict_json(raw(), id.c_str(), &verdict, text, size, length, to);
        });
    }
    /* Sets a motion to an assignment (lw_motion_set_job). */
    lw_status set_job(motion &motion, span<const lw_sequence> sequences,
                      lw_error *error = nullptr) const
    {
        return detail::call_with(motion.kept(), error, lw_motion_set_job, motion.raw(), raw(),
                                 sequences.data(), sequences.size());
    }
    /* Likewise to an assignment with start times (lw_motion_set_courses). */
    lw_status set_courses(motion &motion, span<const lw_course> courses,
                          lw_error *error = nullptr) const
    {
        return detail::call_with(motion.kept(), error, lw_motion_set_courses, motion.raw(), raw(),
                                 courses.data(), courses.size());
    }
};

/* How many pairs a judge has judged, and how many it found in its cache. */
struct judge_counts {
    std::uint64_t judged, remembered;
};

/* Judges assignments, one after the other (lw_judge_create). The cell must outlive it. */
class judge : public detail::owner<lw_judge, lw_judge_destroy>
{
  public:
    using owner::owner;
    judge() noexcept = default;
    /* remember: the largest size of its cache, bytes */
    judge(const cell &of, std::size_t remember, lw_error *error = nullptr)
    {
        detail::call(error, lw_judge_create, of.get(), remember, &raw());
    }
    judge(cell &&, std::size_t, lw_error * = nullptr) = delete; /* would outlive its cell */

    /* Judges one assignment. Allocates as lw_judge_job does. Undecided where there is an error. */
    [[nodiscard]] cell_verdict job(span<const lw_sequence> sequences, const check_options &options = {},
                                   lw_error *error = nullptr)
    {
        cell_verdict out;
        detail::check_calls calls(options);
        if (detail::call_with(calls.exceptions(), error, lw_judge_job, raw(), sequences.data(),
                              sequences.size(), calls.get(), &out)) {
            out = cell_verdict();
            out.kind = LW_VERDICT_UNDECIDED;
        }
        return out;
    }
    /* Judges one assignment whose legs have start times (lw_judge_courses). shift: each may begin up to
     * so many seconds earlier or later. Undecided where there is an error. */
    [[nodiscard]] cell_verdict courses(span<const lw_course> courses, double shift = 0,
                                       const check_options &options = {}, lw_error *error = nullptr)
    {
        cell_verdict out;
        detail::check_calls calls(options);
        if (detail::call_with(calls.exceptions(), error, lw_judge_courses, raw(), courses.data(),
                              courses.size(), shift, calls.get(), &out)) {
            out = cell_verdict();
            out.kind = LW_VERDICT_UNDECIDED;
        }
        return out;
    }
    judge_counts counts() const
    {
        judge_counts out{};
        lw_judge_counts(object(), &out.judged, &out.remembered);
        return out;
    }
};

/* Reads jobs from JSON (lw_job_reader_create). The cell must outlive it. */
class job_reader : public detail::owner<lw_job_reader, lw_job_reader_destroy>
{
  public:
    using owner::owner;
    job_reader() noexcept = default;
    explicit job_reader(const cell &of, lw_error *error = nullptr)
    {
        detail::call(error, lw_job_reader_create, of.get(), &raw());
    }
    explicit job_reader(cell &&, lw_error * = nullptr) = delete; /* would outlive its cell */

    /* Reads a job, such as a line of JSON Lines. Its id and sequences live until the reader's next
     * call. */
    leeway::job read(std::string_view json, text file = {}, int line = 0, lw_error *error = nullptr)
    {
        leeway::job out;
        detail::call(error, lw_job_read, raw(), json.data(), json.size(), file, line, &out);
        return out;
    }
};

/* The courses of a job. */
inline span<const lw_course> courses_of(const lw_job &job) noexcept
{
    return {job.courses, job.count};
}

/* The sequences of a job. */
inline span<const lw_sequence> sequences_of(const lw_job &job) noexcept
{
    return {job.sequences, job.count};
}

} // namespace leeway

#endif
