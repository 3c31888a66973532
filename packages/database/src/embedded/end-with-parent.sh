# end-with-parent.sh <command> [args...]
# Runs the command until it ends or until the other end of the pipe on descriptor 3 is closed, which happens
# however the parent ends, SIGKILL too. The command is then interrupted (PostgreSQL: fast shutdown).
"$@" </dev/null 3<&- &
command=$!
# Ctrl-C reaches the parent first, which decides when the command may go.
trap '' INT TERM HUP
(
  cat <&3 >/dev/null
  # Again and again: the shell has a command ignore the signal until it listens itself, so that the first may be lost.
  while kill -INT "$command" 2>/dev/null; do sleep 0.2; done
) &
watcher=$!
wait "$command"
status=$?
# KILL: the watcher has inherited the ignored signals. It must not signal a process id given to someone else.
kill -KILL "$watcher" 2>/dev/null
exit "$status"
