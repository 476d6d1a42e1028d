// A ball of radius 0.1 slides along a rail, past another one: check.c in C++.
#include <cstdio>
#include <leeway/leeway.hpp>

int main()
try {
    const auto ball = leeway::shape_def::sphere(0.1);
    leeway::joint_def rail; // C's defaults
    rail.kind = LW_JOINT_PRISMATIC;
    rail.name = "rail";
    rail.parent = "floor";
    rail.child = "ball";

    leeway::scene scene;
    scene.add_robot("cart");
    scene.add_link("cart", "floor");
    scene.add_link("cart", "ball");
    scene.add_joint("cart", rail);
    scene.add_shape("cart", "ball", ball);
    scene.add_obstacle("other", ball, {{1, 0.15, 0}, {0, 0, 0, 1}});
    scene.freeze();

    leeway::motion motion(scene);
    leeway::checker checker(scene);
    motion.set_segment({0.0}, {2.0}); // or std::vector, std::array, std::span
    const leeway::verdict verdict = checker.check(motion);
    if (verdict.kind == LW_VERDICT_FREE)
        std::printf("free\n");
    else
        std::printf("%s at %.3f\n", verdict.kind == LW_VERDICT_CONTACT ? "contact" : "undecided",
                    verdict.time);
} catch (const leeway::error &error) {
    std::printf("%s\n", error.what()); // file, line, column and the sentence
    return 1;
}
