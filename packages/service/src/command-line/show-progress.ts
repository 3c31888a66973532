/** How far a program is with something long, for whoever watches. */
interface ShownProgress {
  /** One more is done. */
  advance(): void;
  /** So many are done. */
  reach(done: number): void;
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
 * @param what    what becomes of each, such as `checked`
 * @param before  how many were done before it began
 */
export function showProgress(what: string, total: number, before = 0): ShownProgress {
  const { stderr } = process;
  const startedAt = performance.now();
  let done = before;
  let shownAt = startedAt;
  const show = () => {
    shownAt = performance.now();
    const line = progressLine(what, { before, done, total, elapsedMs: shownAt - startedAt });
    stderr.write(stderr.isTTY ? `\r\u001b[2K${progressBar(done, total)} ${line}` : `${line}\n`);
  };
  const reach = (now: number) => {
    done = now;
    if (performance.now() - shownAt >= (stderr.isTTY ? drawEveryMs : tellEveryMs)) show();
  };
  return {
    advance: () => reach(done + 1),
    reach,
    end() {
      if (total === 0) return;
      show();
      if (stderr.isTTY) stderr.write('\n');
    },
  };
}

function progressBar(done: number, total: number): string {
  const full = Math.round(barWidth * Math.min(1, done / total));
  return `[${'#'.repeat(full)}${'-'.repeat(barWidth - full)}]`;
}

/** `512 of 10,000 checked, 2 min left` */
function progressLine(
  what: string,
  { before, done, total, elapsedMs }: { before: number; done: number; total: number; elapsedMs: number },
): string {
  const count = (number: number) =>
    number.toLocaleString('en', number < 1 ? { maximumSignificantDigits: 1 } : { maximumFractionDigits: 1 });
  const line = `${count(done)} of ${count(total)} ${what}`;
  if (done <= before || done >= total) return line;
  const leftSeconds = Math.ceil((elapsedMs * (total - done)) / (done - before) / 1000);
  return `${line}, ${leftSeconds < 120 ? `${leftSeconds} s` : `${Math.ceil(leftSeconds / 60)} min`} left`;
}
