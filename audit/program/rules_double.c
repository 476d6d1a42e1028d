/* The rules in balls of doubles. */
#include "judge.h"

#include <stdio.h>
#include <stdlib.h>

#include "real_double.h"

#define RULES(name) name##_double
#include "rules.h"
