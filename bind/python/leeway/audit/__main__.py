"""The command python -m leeway.audit."""

import os
import signal
import sys

signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # a reader that goes away ends it without a word
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from verify import main  # noqa: E402

sys.exit(main(sys.argv[1:]))
