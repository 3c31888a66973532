/** In a process that is measured: SIGUSR2 leads from no sampling to that of its ratio, to that of everything, and round. */
const { random } = Math;
/** Sampled is what is below the ratio. */
const ways = [() => 1, random, () => 0];
let at = 0;

function take(): void {
  Math.random = ways[at] ?? random;
}

process.on('SIGUSR2', () => {
  at = (at + 1) % ways.length;
  take();
});
take();
