import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { eventually, freePort, residentMebibytes, type StartedProcess, startProcess } from '@campus/testing';
import { repositoryRoot } from '../support/start-demo.ts';
import { startNginx } from '../support/start-nginx.ts';
import type { Manifest } from './manifests.ts';

const run = promisify(execFile);

/** What a cluster has that manifests only name. */
export interface Surroundings {
  /** For the volumes of pods. */
  folder: string;
  /** The data of each ConfigMap. */
  maps: ReadonlyMap<string, Record<string, string>>;
  /** The files of each Secret. */
  secrets: Record<string, Record<string, string>>;
  /** What the images have in their environment, beside those of the manifests. */
  imageEnv: Record<string, string>;
  /** Where a service of the cluster is reached, such as `video-rest:8082`. */
  addressOf(service: string): string;
}

/** How a pod went. */
export interface PodEnd {
  name: string;
  code: number | null;
  signal: string | null;
  seconds: number;
  peakMebibytes: number;
  limitMebibytes: number;
}

export interface Pod {
  name: string;
  output(): string;
  /** The port of this machine that stands for one of its own. */
  portOf(name: string): number | undefined;
  isReady(): boolean;
  /** How often its liveness probe failed for good. */
  restarts(): number;
  /** As a kubelet ends it: `preStop`, the signal of its image, and SIGKILL once its time is over. */
  terminate(): Promise<PodEnd>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Starts the first container of a workload as a process: its command, environment, files, probes and times. */
export async function startPod(workload: Manifest, surroundings: Surroundings): Promise<Pod> {
  const { spec } = workload.spec.template;
  const [container] = spec.containers;
  const name = `${workload.metadata.name}-${randomBytes(3).toString('hex')}`;
  const env = await environmentOf(container, { name, spec, surroundings });
  const running =
    container.name === 'nginx'
      ? await startNginxPod(env, surroundings)
      : await startProgramPod(container, env, surroundings);
  const probing = new AbortController();
  const states = { isReady: false, isTerminating: false, restarts: 0 };
  const watch = (async () => {
    if (container.startupProbe) await until(container.startupProbe, running, probing.signal);
    await Promise.all([
      follow(container.livenessProbe, running, probing.signal, (isWell) => {
        if (!isWell) states.restarts += 1;
      }),
      follow(container.readinessProbe, running, probing.signal, (isWell) => {
        states.isReady = isWell;
      }),
    ]);
  })();
  const limitMebibytes = mebibytes(container.resources.limits.memory);
  return {
    name,
    output: running.process.output,
    portOf: running.portOf,
    isReady: () => states.isReady && !states.isTerminating,
    restarts: () => states.restarts,
    async terminate() {
      states.isTerminating = true;
      const startedAt = performance.now();
      const { peakMebibytes } = await residentMebibytes(running.process.child.pid);
      const ended = running.process.exited;
      const kill = setTimeout(
        () => running.process.killGroup('SIGKILL'),
        spec.terminationGracePeriodSeconds * 1000,
      );
      await runHook(container.lifecycle?.preStop, { env, ended });
      running.process.child.kill(running.stopSignal);
      const { code, signal } = await ended;
      clearTimeout(kill);
      probing.abort();
      await watch;
      await running.remove();
      return {
        name,
        code,
        signal,
        seconds: (performance.now() - startedAt) / 1000,
        peakMebibytes,
        limitMebibytes,
      };
    },
    async [Symbol.asyncDispose]() {
      probing.abort();
      await running.process[Symbol.asyncDispose]();
      await watch;
      await running.remove();
    },
  };
}

/** Runs a Job to its end. */
export async function runJob(job: Manifest, surroundings: Surroundings): Promise<StartedProcess> {
  const { spec } = job.spec.template;
  const [container] = spec.containers;
  const env = await environmentOf(container, { name: job.metadata.name, spec, surroundings });
  const { process: started } = await startProgramPod(container, env, surroundings);
  await started.exited;
  return started;
}

interface Running {
  process: StartedProcess;
  stopSignal: NodeJS.Signals;
  portOf(name: string): number | undefined;
  remove(): Promise<unknown>;
}

/** `tini` of the image passes signals on; here there is nothing between. */
async function startProgramPod(
  container: Manifest['spec'],
  env: Record<string, string>,
  { imageEnv }: Surroundings,
): Promise<Running> {
  const [program, ...args] = container.args;
  if (program !== 'node') throw new Error(`the image has no ${program}`);
  const [http, metrics] = [await freePort(), await freePort()];
  const started = startProcess({
    command: process.execPath,
    args,
    cwd: repositoryRoot,
    // As many pods share this machine, each has other ports.
    env: {
      ...imageEnv,
      ...env,
      METRICS_HOST: '127.0.0.1',
      METRICS_PORT: String(metrics),
      SERVER_PORT: String(http),
    },
  });
  return {
    process: started,
    stopSignal: 'SIGTERM',
    portOf: (name) => ({ http, metrics })[name],
    remove: async () => undefined,
  };
}

async function startNginxPod(env: Record<string, string>, { addressOf }: Surroundings): Promise<Running> {
  const nginx = await startNginx({
    ...(env as unknown as Parameters<typeof startNginx>[0]),
    SIGNING_UPSTREAM: addressOf(env.SIGNING_UPSTREAM ?? ''),
    VIDEO_UPSTREAM: addressOf(env.VIDEO_UPSTREAM ?? ''),
  });
  return {
    process: nginx.process,
    // That of the image.
    stopSignal: 'SIGQUIT',
    portOf: (name) => ({ http: nginx.httpPort, [env.HEALTH_PORT ?? '']: nginx.healthPort })[name],
    remove: nginx.stop,
  };
}

/** The variables of a container; paths of its volumes are those of folders here. */
async function environmentOf(
  container: Manifest['spec'],
  { name, spec, surroundings }: { name: string; spec: Manifest['spec']; surroundings: Surroundings },
): Promise<Record<string, string>> {
  const folders = new Map<string, string>();
  for (const { name: volumeName, mountPath } of container.volumeMounts) {
    const volume = spec.volumes.find((one: { name: string }) => one.name === volumeName);
    const folder = path.join(surroundings.folder, name, volumeName);
    await mkdir(folder, { recursive: true });
    for (const [file, text] of Object.entries(surroundings.secrets[volume.secret?.secretName] ?? {}))
      await writeFile(path.join(folder, file), text, { mode: volume.secret.defaultMode });
    folders.set(mountPath, folder);
  }
  const env: Record<string, string> = {};
  for (const { name: variable, value, valueFrom } of container.env) {
    const { configMapKeyRef, fieldRef } = valueFrom ?? {};
    const text = fieldRef
      ? name
      : (value ?? surroundings.maps.get(configMapKeyRef.name)?.[configMapKeyRef.key]);
    if (text === undefined) throw new Error(`${variable}: there is no ${JSON.stringify(valueFrom)}`);
    const expanded = text.replaceAll(/\$\((\w+)\)/g, (_: string, other: string) => env[other]);
    const [mount] = [...folders.keys()].filter((mounted) => expanded.startsWith(mounted));
    env[variable] = mount === undefined ? expanded : expanded.replace(mount, folders.get(mount) ?? '');
  }
  return env;
}

async function runHook(
  hook: Manifest['spec'],
  { env, ended }: { env: Record<string, string>; ended: Promise<unknown> },
): Promise<void> {
  if (hook?.sleep) await sleep(hook.sleep.seconds * 1000);
  if (!hook?.exec) return;
  const [command = '', ...args] = hook.exec.command;
  await using running = startProcess({
    command,
    args,
    cwd: repositoryRoot,
    env: { ...env, PATH: `${path.dirname(process.execPath)}:${process.env.PATH}` },
  });
  // With its container it ends, too.
  await Promise.race([running.exited, ended]);
}

interface Probe {
  exec?: { command: string[] };
  httpGet?: { path: string; port: string };
  periodSeconds: number;
  timeoutSeconds?: number;
  failureThreshold?: number;
}

async function passes({ exec, httpGet, timeoutSeconds = 1 }: Probe, { portOf }: Running): Promise<boolean> {
  if (exec !== undefined) {
    // From within, where the ports are those of the container.
    const here = (word: string) => word.replace(/(?<=127\.0\.0\.1:)\d+/, (own) => String(portOf(own)));
    const [command = '', ...args] = exec.command.map(here);
    return run(command, args, { timeout: timeoutSeconds * 1000 }).then(
      () => true,
      () => false,
    );
  }
  if (httpGet === undefined) throw new Error('a probe of a kind that is not known here');
  const port = portOf(httpGet.port);
  if (port === undefined) return false;
  const signal = AbortSignal.timeout(timeoutSeconds * 1000);
  return fetch(`http://127.0.0.1:${port}${httpGet.path}`, { signal }).then(
    async (answer) => (await answer.arrayBuffer()) && answer.ok,
    () => false,
  );
}

async function until(probe: Probe, running: Running, signal: AbortSignal): Promise<void> {
  const timeoutMs = probe.periodSeconds * (probe.failureThreshold ?? 3) * 1000;
  const check = async () => signal.aborted || (await passes(probe, running));
  await eventually(check, { timeoutMs, describe: 'it has started', seen: running.process.output });
}

async function follow(
  probe: Probe,
  running: Running,
  signal: AbortSignal,
  judge: (isWell: boolean) => void,
): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    failures = (await passes(probe, running)) ? 0 : failures + 1;
    if (failures === 0) judge(true);
    if (failures >= (probe.failureThreshold ?? 3)) judge(false);
    await sleep(probe.periodSeconds * 1000, undefined, { signal }).catch(() => undefined);
  }
}

function mebibytes(quantity: string): number {
  const [, count, unit] = /^(\d+)(Mi|Gi)$/.exec(quantity) ?? [];
  return Number(count) * (unit === 'Gi' ? 1024 : 1);
}
