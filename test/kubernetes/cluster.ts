import { type AddressInfo, connect, createServer } from 'node:net';
import { eventually } from '@campus/testing';
import { type Manifest, named } from './manifests.ts';
import { type Pod, type PodEnd, runJob, type Surroundings, startPod } from './pod.ts';

/**
 * What a cluster does with manifests, with processes of this machine for pods: Jobs, Deployments with their rollouts,
 * Services that connect to pods that are ready.
 */
export class Cluster {
  readonly manifests: readonly Manifest[];
  /** How the pods went that were to go. */
  readonly ends: PodEnd[] = [];
  readonly #surroundings: Surroundings;
  readonly #pods = new Map<string, Pod[]>();
  readonly #going: Promise<unknown>[] = [];
  readonly #ports = new Map<string, number>();
  readonly #closing: (() => unknown)[] = [];
  readonly #outputs: (() => string)[] = [];

  constructor(manifests: readonly Manifest[], surroundings: Omit<Surroundings, 'addressOf' | 'maps'>) {
    this.manifests = manifests;
    const maps = manifests.filter(({ kind }) => kind === 'ConfigMap');
    this.#surroundings = {
      ...surroundings,
      maps: new Map(maps.map(({ metadata, data = {} }) => [metadata.name, data])),
      addressOf: (service) => `127.0.0.1:${this.portOf(service.split(':')[0] ?? '')}`,
    };
  }

  /** Where a Service is on this machine. */
  portOf(service: string): number {
    const port = this.#ports.get(service);
    if (port === undefined) throw new Error(`there is no Service ${service}`);
    return port;
  }

  pods(deployment: string): readonly Pod[] {
    return this.#pods.get(deployment) ?? [];
  }

  /** What all pods have written, those that are gone too. */
  output(): string {
    return this.#outputs.map((output) => output()).join('');
  }

  /** Services, then the Jobs, then each Deployment with as many pods as its scaler has at least. */
  async apply(): Promise<void> {
    for (const service of this.#all('Service')) await this.#open(service);
    for (const job of this.#all('Job')) {
      const { child, output } = await runJob(job, this.#surroundings);
      if (child.exitCode !== 0) throw new Error(`${job.metadata.name}: ${output()}`);
    }
    await Promise.all(
      this.#all('Deployment').map(({ metadata: { name } }) => this.scale(name, this.leastOf(name))),
    );
  }

  leastOf(deployment: string): number {
    const scaler = [...this.#all('HorizontalPodAutoscaler'), ...this.#all('ScaledObject')].find(
      ({ spec }) => spec.scaleTargetRef.name === deployment,
    );
    return scaler?.spec.minReplicas ?? scaler?.spec.minReplicaCount;
  }

  /** Starts pods until there are so many, or lets some go: `first` of them before others. */
  async scale(deployment: string, count: number, first = this.pods(deployment).at(-1)): Promise<void> {
    const pods = [...this.pods(deployment)];
    if (count < pods.length && first !== undefined) return this.#letGo(deployment, first);
    await this.#start(deployment, count - pods.length);
  }

  /** Replaces all pods of a Deployment, by its strategy. */
  async roll(deployment: string): Promise<void> {
    const { maxSurge, maxUnavailable } = this.#deployment(deployment).spec.strategy.rollingUpdate;
    if (maxUnavailable !== 0) throw new Error('pods would go before others are ready');
    const old = [...this.pods(deployment)];
    const surge =
      typeof maxSurge === 'string' ? Math.ceil((parseInt(maxSurge, 10) / 100) * old.length) : maxSurge;
    while (old.length > 0) {
      const next = old.splice(0, surge);
      await this.#start(deployment, next.length);
      for (const pod of next) this.#letGo(deployment, pod);
    }
  }

  /** Until all pods that were to go are gone. */
  async settle(): Promise<void> {
    await Promise.all(this.#going);
  }

  async close(): Promise<void> {
    for (const pods of this.#pods.values()) for (const pod of pods) await pod[Symbol.asyncDispose]();
    for (const close of this.#closing) await close();
  }

  #all(kind: string): Manifest[] {
    return this.manifests.filter((manifest) => manifest.kind === kind);
  }

  #deployment(name: string): Manifest {
    return named(this.manifests, 'Deployment', name);
  }

  async #start(deployment: string, count: number): Promise<void> {
    const started = await Promise.all(
      Array.from({ length: count }, () => startPod(this.#deployment(deployment), this.#surroundings)),
    );
    this.#pods.set(deployment, [...this.pods(deployment), ...started]);
    this.#outputs.push(...started.map(({ output }) => output));
    for (const pod of started)
      await eventually(() => pod.isReady(), { describe: `${pod.name} is ready`, seen: pod.output });
  }

  #letGo(deployment: string, pod: Pod): void {
    this.#pods.set(
      deployment,
      this.pods(deployment).filter((other) => other !== pod),
    );
    this.#going.push(pod.terminate().then((end) => this.ends.push(end)));
  }

  /** Connects to one pod after the other of those that are ready, as kube-proxy does. */
  async #open({ metadata: { name }, spec }: Manifest): Promise<void> {
    const [{ targetPort }] = spec.ports;
    const deployment = spec.selector['app.kubernetes.io/name'];
    let turn = 0;
    const server = createServer({ allowHalfOpen: true }, (client) => {
      const ready = this.pods(deployment).filter((pod) => pod.isReady());
      turn += 1;
      const port = ready[turn % ready.length]?.portOf(targetPort);
      if (port === undefined) return client.resetAndDestroy();
      const pod = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
      client.pipe(pod).pipe(client);
      client.on('error', () => pod.destroy()).on('close', () => pod.destroy());
      pod.on('error', () => client.destroy()).on('close', () => client.destroy());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    this.#ports.set(name, (server.address() as AddressInfo).port);
    this.#closing.push(() => server.close());
  }
}
