/** How far a program is with something long, for whoever watches. */
interface ShownProgress {
  /** One more is done. */
  advance(): void;
  /** Says the last of it. */
  end(): void;
}

/** Where it is not drawn, it is told so often. */
const tellEveryMs = 5_000;
const drawEveryMs = 100;
const barWidth = 30;

/**
 * Shows on standard error how many of all are done: on a terminal as a bar that grows, else as a line now and then.
 *
 * @param what  what becomes of each, such as `checked`
 */
export function showProgress(what: string, total: number): ShownProgress {
  const { stderr } = process;
  const startedAt = performance.now();
  let done = 0;
  let shownAt = startedAt;
  const show = () => {
    shownAt = performance.now();
    const line = progressLine(what, { done, total, elapsedMs: shownAt - startedAt });
    stderr.write(stderr.isTTY ? `\r\u001b[2K${progressBar(done, total)} ${line}` : `${line}\n`);
  };
  return {
    advance() {
      done += 1;
      if (performance.now() - shownAt >= (stderr.isTTY ? drawEveryMs : tellEveryMs)) show();
    },
    end() {
      if (total === 0) return;
      show();
      if (stderr.isTTY) stderr.write('\n');
    },
  };
}

function progressBar(done: number, total: number): string {
  const full = Math.round((barWidth * done) / Math.max(1, total));
  return `[${'#'.repeat(full)}${'-'.repeat(barWidth - full)}]`;
}

/** `512 of 10,000 checked, 2 min left` */
function progressLine(
  what: string,
  { done, total, elapsedMs }: { done: number; total: number; elapsedMs: number },
): string {
  const count = (number: number) => number.toLocaleString('en');
  const line = `${count(done)} of ${count(total)} ${what}`;
  if (done === 0 || done >= total) return line;
  const leftSeconds = Math.ceil((elapsedMs * (total - done)) / done / 1000);
  return `${line}, ${leftSeconds < 120 ? `${leftSeconds} s` : `${Math.ceil(leftSeconds / 60)} min`} left`;
}
