/** How the benchmark is called. */
export const usage = `Measures the service beside its plain limits: a bare node:http + pg server on the same database,
req.pipe(file) with fsync, the plain upload (for one by tus), the SDK of a bucket alone (needs scripts/install-test-tools),
the beginning of the same list (for oai), and one ffmpeg command.

usage: npm run bench -w apps/video-rest -- [options]

  --seconds <n>       length of one run of a request case (default: 5)
  --rounds <n>        runs of each side per case, in turn (default: 3)
  --connections <n>   requests under way at once (default: 8)
  --processes <n>     of the service, as server.processes (default: 1)
  --upload-mib <n>    size of the uploaded video in MiB (default: 1024)
  --clip-seconds <n>  length of the encoded clip (default: 60)
  --only <case>       this case alone; can be given several times
  --profile <folder>  write CPU profiles of the service there
  --help              this text
`;
