import { delimiter, join } from 'node:path';
import { endWhenAsked, runChild } from './child.mjs';

const progressEveryMs = 10_000;

// "npm start -w apps/x" hands its own settings on, and npm ci would install for that workspace alone.
const settingsOfTheCaller =
  /^npm_config_(workspace|workspaces|include_workspace_root|omit|include|only|production)$/i;

// Whatever NODE_ENV or the user's settings leave out: Node 24 and PostgreSQL are optional packages, turbo is a
// development package.
const flags = ['--no-audit', '--no-fund', '--loglevel=error', '--include=dev', '--include=optional'];

/** Installs what the lockfile says, with a line on the terminal every ten seconds. */
export async function npmCi(root) {
  console.log('Installing packages (npm ci; about half a minute the first time) …');
  const startedAt = Date.now();
  const seconds = () => Math.round((Date.now() - startedAt) / 1000);
  const progress = setInterval(() => console.log(`  … still installing (${seconds()} s)`), progressEveryMs);
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !settingsOfTheCaller.test(name)),
  );
  const [command, ...before] = npmCommand();
  try {
    const code = await runChild(command, [...before, 'ci', ...flags], {
      cwd: root,
      env: { ...env, PATH: withoutLocalBin(env.PATH ?? '') },
      stdio: ['ignore', 'ignore', 'inherit'],
      // At any other signal npm takes its time to undo what the next run does anew anyway.
      endsBy: 'SIGKILL',
    });
    endWhenAsked();
    if (code !== 0) throw new Error('npm ci failed; the reason stands above. Mend it and run this again.');
  } finally {
    clearInterval(progress);
  }
  console.log(`Installed in ${seconds()} s.`);
}

/**
 * The npm that called this, run by the Node that runs npm: npm ci removes node_modules, and in a script of npm `node` is
 * node_modules/.bin/node.
 */
function npmCommand() {
  const { npm_execpath: npm, npm_node_execpath: node } = process.env;
  if (npm?.endsWith('npm-cli.js')) return [node ?? process.execPath, npm];
  return ['npm'];
}

function withoutLocalBin(path) {
  const local = join('node_modules', '.bin');
  return path
    .split(delimiter)
    .filter((folder) => !folder.endsWith(local))
    .join(delimiter);
}
