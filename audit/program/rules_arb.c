/* The rules in balls of 128 bits (Arb). */
#include "judge.h"

#include <stdio.h>
#include <stdlib.h>

#include "real_arb.h"

#define RULES(name) name##_arb
#include "rules.h"
