/** `npm run import-pod -w apps/video-rest`: another instance, read by its REST API, into this one. */
import path from 'node:path';
import { OperatorError, placesOf } from '@campus/config';
import { runWithDatabase } from '@campus/database/programs';
import { declareProgram, flag, option, say, showProgress, UsageError } from '@campus/service/command-line';
import { identity } from '../identity.ts';
import { importPod } from '../pod/import-pod.ts';
import { openImporting } from '../pod/open-importing.ts';
import { Pod } from '../pod/pod-client.ts';
import { createReport } from '../pod/report.ts';

const options = {
  'media-host': {
    ...option(
      '<host>',
      'another host that its media may come from, such as cdn.example.org; may be repeated',
    ),
    multiple: true as const,
  },
  'dry-run': flag('says what would come, and changes nothing'),
};

interface Opened {
  databaseUrl: string;
  close(): Promise<void>;
}

interface Asked {
  base: URL;
  mediaHosts: readonly string[];
  isDryRun: boolean;
}

const program = declareProgram<typeof options, Opened>({
  call: 'npm run import-pod -w apps/video-rest',
  about: `Brings another instance of such a platform (Esup-Pod) into this one, read by its REST API with a token of its staff in
POD_TOKEN, beside the running service or without it. When it was ended, in whatever way, call it again: it goes on with
what is left. Called later, it brings what is new or has changed there since.`,
  options,
  verbs: {
    '': {
      form: '<url> [--media-host <host>] [--dry-run]',
      words: [1, 1, 'the address of one instance is needed, such as https://pod.example.org'],
      read([given = ''], { 'media-host': mediaHosts = [], 'dry-run': isDryRun }) {
        const asked = { base: instanceAt(given), mediaHosts: mediaHosts.map(hostIn), isDryRun };
        return (opened) => carryOut(asked, opened);
      },
    },
  },
  notes: `Always call one instance by the same address: what has come is known by it. What did not come, and why, is said at the
end, and stands in a file in the data folder.`,
  exit: `Exit status: 0 when all has come, 1 when something has not (it is told), or it cannot go on, 64 when the command line
is wrong.`,
});

async function carryOut({ base, mediaHosts, isDryRun }: Asked, { databaseUrl }: Opened): Promise<void> {
  const token = process.env.POD_TOKEN?.trim() ?? '';
  if (token === '') throw new OperatorError('Set POD_TOKEN to a token of a staff account of that instance.');
  const configuration = identity.loadConfiguration(placesOf(identity.repositoryRoot), {
    isBeside: true,
  });
  const { languageCode: language, dataDir } = configuration;
  const onWait = (seconds: number) =>
    process.stderr.write(`${base.host} asks to wait ${seconds} s, and is waited for.\n`);
  const pod = new Pod({ base, token, mediaHosts, language, version: identity.version, onWait });
  const { importing, stop } = await openImporting(configuration, {
    databaseUrl,
    path: process.env.PATH ?? '',
  });
  try {
    const report = createReport(path.join(dataDir, `import-pod-${base.hostname}.jsonl`));
    try {
      await importPod({ pod, importing, report, isDryRun, showProgress });
    } finally {
      if (report.end() > 0) process.exitCode = 1;
    }
    say(isDryRun ? 'This was a dry run: nothing was changed.' : `All of ${base.host} was looked at.`);
  } finally {
    await stop();
  }
}

/** @throws UsageError */
function instanceAt(given: string): URL {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new UsageError(`the address of an instance is such as https://pod.example.org, got "${given}"`);
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw new UsageError('the address of the instance has no login and no query: its token is in POD_TOKEN');
  url.pathname = url.pathname.replace(/\/+(rest\/*)?$/, '');
  return url;
}

/** @throws UsageError */
function hostIn(given: string): string {
  if (/^[\w.-]+(:\d{1,5})?$/.test(given) && URL.canParse(`http://${given}`)) return given;
  throw new UsageError(`--media-host is the name of a host, such as cdn.example.org, got "${given}"`);
}

await runWithDatabase(identity, program, {
  open: (databaseUrl) => ({ databaseUrl, close: async () => {} }),
});
