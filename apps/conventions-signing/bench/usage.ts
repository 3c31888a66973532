/** How the benchmark is called. */
export const usage = `Measures the service beside a bare node:http + pg server on the same database.

usage: npm run bench -w apps/conventions-signing -- [options]

  --seconds <n>       length of one run (default: 5)
  --rounds <n>        runs of each server per case, in turn (default: 3)
  --connections <n>   requests under way at once (default: 8)
  --processes <n>     of the service, as server.processes (default: 1)
  --only <case>       this case alone; can be given several times
  --profile <folder>  write a CPU profile of the service there
  --help              this text
`;
