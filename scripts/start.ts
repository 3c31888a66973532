/**
 * `npm start`: every service of the repository, and the demo around them as long as nobody has configured any.
 * Ends what it started on Ctrl-C, or when one of them ends.
 */
import { placesOf, settingsOf } from '@campus/config';
import { configurationSource as signingSource } from '../apps/conventions-signing/src/config.ts';
import { configurationSource as videoSource } from '../apps/video-rest/src/config.ts';
import { startDemo } from './demo.ts';
import { refuseSharedVariables } from './refuse-shared-variables.ts';
import { createSupervisor, repositoryRoot } from './supervise.ts';

const places = placesOf(repositoryRoot);
const supervisor = createSupervisor();

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => void supervisor.stopAll().then(() => process.exit(0)));
}
process.on('disconnect', () => void supervisor.stopAll().then(() => process.exit(0)));

/** Which database, which tokens, which signing application: who sets one of these does not try things out. */
const ofSigningInstance = /^(appli|webhook)\.|^database\.url$/;
/** Likewise: which database, which files, whose videos, who may do everything. */
const ofVideoInstance = /^(database\.url|MEDIA_ROOT|TITLE_ETB|DEFAULT_DC_\w+|ROOT_\w+)$/;

async function start(): Promise<void> {
  refuseSharedVariables(process.env, {
    command: 'npm start',
    services: ['conventions-signing', 'video-rest'],
  });
  const settings = { signing: settingsOf(signingSource(places)), video: settingsOf(videoSource(places)) };
  const hasSigning = settings.signing.some((name) => ofSigningInstance.test(name));
  const hasVideo = settings.video.some((name) => ofVideoInstance.test(name));
  if (!hasSigning && !hasVideo) return startDemo(places, { settings, supervisor });

  // Samples never get beside an instance that somebody has configured.
  if (!hasSigning) say('conventions-signing is not configured and stays out; it needs appli.public.tokens.');
  if (!hasVideo) {
    say(
      'video-rest is not configured and starts empty, with its defaults; without it: npm start -w apps/conventions-signing',
    );
  }
  const services = hasSigning ? ['conventions-signing', 'video-rest'] : ['video-rest'];
  await Promise.all(
    services.map((name) => supervisor.start(name, { script: `apps/${name}/src/main.ts`, env: process.env })),
  );
  say(`${services.join(' and ')}: ready; Ctrl-C ends ${services.length === 1 ? 'it' : 'both'}.`);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

try {
  await start();
  const end = await supervisor.firstEnd;
  if (!supervisor.stopping.aborted) throw new Error(end);
} catch (error) {
  // Ctrl-C during the start ends the programs under our hands; that is no failure.
  if (!supervisor.stopping.aborted) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
  await supervisor.stopAll();
  process.exit();
}
