import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { repositoryRoot } from '../support/start-demo.ts';
import { buildManifests, type Manifest, named, overlays, workloadsOf } from './manifests.ts';
import { problemsOfManifest } from './problems-of-manifest.ts';

const stopTakesSeconds = 25;

describe.each(overlays)('The overlay %s', (overlay) => {
  let manifests: Manifest[];
  beforeAll(async () => {
    manifests = await buildManifests(overlay);
  });
  const all = (kind: string) => manifests.filter((manifest) => manifest.kind === kind);
  const pods = () =>
    workloadsOf(manifests).map(({ metadata: { name }, spec }) => ({ name, ...spec.template.spec }));
  const containers = () =>
    pods().flatMap((pod) => pod.containers.map((container: Manifest['spec']) => ({ pod, container })));
  const labelsOf = (workload: Manifest) => Object.entries(workload.spec.template.metadata.labels);

  test('has no object that the published schemas object to', async () => {
    const problems = await Promise.all(
      manifests.map(async (manifest) => ({
        object: `${manifest.kind} ${manifest.metadata.name}`,
        problems: await problemsOfManifest(manifest),
      })),
    );

    expect(problems.filter((object) => object.problems.length > 0)).toEqual([]);
    expect(new Set(manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`)).size).toBe(
      manifests.length,
    );
  });

  test('would be refused with a wrong type, a misspelt field, or one that is missing', async () => {
    const [deployment] = all('Deployment');
    const changed = (change: (spec: Manifest['spec']) => void) => {
      const copy = structuredClone(deployment as Manifest);
      change(copy.spec);
      return problemsOfManifest(copy);
    };

    expect(
      await changed((spec) => {
        spec.template.spec.containers[0].ports[0].containerPort = 'http';
      }),
    ).toEqual([expect.stringContaining('containerPort must be integer')]);
    expect(
      await changed((spec) => {
        spec.template.spec.containers[0].readinesProbe = {};
      }),
    ).toEqual(['/spec/template/spec/containers/0/readinesProbe is no field']);
    expect(
      await changed((spec) => {
        delete spec.template.spec.containers[0].name;
      }),
    ).toEqual([expect.stringContaining('must have required property name')]);
  });

  test('confines every container, and gives none a secret but as a file', () => {
    for (const { pod, container } of containers()) {
      expect({ name: pod.name, ...pod, container }).toMatchObject({
        name: pod.name,
        automountServiceAccountToken: false,
        enableServiceLinks: false,
        securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
        container: {
          image: expect.stringMatching(/:\d+(\.\d+)+$/),
          resources: { requests: { cpu: expect.any(String) }, limits: { memory: expect.any(String) } },
          securityContext: {
            allowPrivilegeEscalation: false,
            capabilities: { drop: ['ALL'] },
            readOnlyRootFilesystem: true,
          },
        },
      });
      expect(JSON.stringify([container.env, container.envFrom])).not.toMatch(/secretKeyRef|secretRef/);
      for (const { emptyDir } of pod.volumes)
        expect(emptyDir ?? { sizeLimit: '' }).toMatchObject({ sizeLimit: expect.any(String) });
    }
    expect(all('Secret')).toEqual([]);
  });

  test('probes ports that are there, and gives what stops the time that it takes', () => {
    for (const { pod, container } of containers().filter(({ pod }) => !pod.name.startsWith('migrate-'))) {
      const names = container.ports.map(({ name }: { name: string }) => name);
      for (const probe of [container.startupProbe, container.livenessProbe, container.readinessProbe])
        if (probe?.httpGet) expect(names).toContain(probe.httpGet.port);
      expect(container.readinessProbe).toBeDefined();
      expect(container.livenessProbe).toBeDefined();
      const { preStop } = container.lifecycle;
      const waits =
        preStop.sleep?.seconds ?? Number(/sleep (\d+)/.exec(String(preStop.exec.command))?.[1] ?? 0);
      expect(pod.terminationGracePeriodSeconds - waits).toBeGreaterThan(stopTakesSeconds);
    }
  });

  test('names nothing that is not there: maps of configuration, claims, ports of services, what is scaled and selected', () => {
    const maps = all('ConfigMap').map(({ metadata }) => metadata.name);
    const text = JSON.stringify(workloadsOf(manifests));
    for (const [, name] of text.matchAll(/"(?:configMap|configMapKeyRef)":\{[^{}]*?"name":"([^"]+)"/g))
      expect(maps).toContain(name);
    for (const [, claim] of text.matchAll(/"claimName":"([^"]+)"/g))
      named(manifests, 'PersistentVolumeClaim', String(claim));
    const selected = (selector: Record<string, string>) =>
      workloadsOf(manifests).filter((workload) =>
        Object.entries(selector).every(([label, value]) =>
          labelsOf(workload).some(([is, of]) => is === label && of === value),
        ),
      );
    for (const { spec } of all('Service')) {
      const [workload] = selected(spec.selector);
      const ports = workload?.spec.template.spec.containers[0].ports.map(
        ({ name }: { name: string }) => name,
      );
      for (const { targetPort } of spec.ports) expect(ports).toContain(targetPort);
    }
    for (const { spec } of all('PodDisruptionBudget'))
      expect(selected(spec.selector.matchLabels)).toHaveLength(1);
    for (const { spec } of [...all('HorizontalPodAutoscaler'), ...all('ScaledObject')])
      expect(named(manifests, 'Deployment', spec.scaleTargetRef.name).spec.replicas).toBeUndefined();
  });

  test('has one scaler for each deployment; workers go by the queue where a metric tells it', () => {
    const scaled = [...all('HorizontalPodAutoscaler'), ...all('ScaledObject')];

    expect(scaled.map(({ spec }) => spec.scaleTargetRef.name).sort()).toEqual(
      all('Deployment')
        .map(({ metadata }) => metadata.name)
        .sort(),
    );
    const workers = scaled.find(({ spec }) => spec.scaleTargetRef.name === 'video-worker');
    expect(workers?.kind).toBe(overlay === 'large' ? 'ScaledObject' : 'HorizontalPodAutoscaler');
  });

  test('closes every pod in both directions, and opens to the outside what is said alone', () => {
    expect(named(manifests, 'NetworkPolicy', 'nothing').spec).toEqual({
      podSelector: {},
      policyTypes: ['Ingress', 'Egress'],
    });
    const outward = all('NetworkPolicy').flatMap(({ metadata, spec }) =>
      (spec.egress ?? []).flatMap(({ to }: { to: { ipBlock?: { cidr: string } }[] }) =>
        to.flatMap(({ ipBlock }) => (ipBlock ? [{ policy: metadata.name, cidr: ipBlock.cidr }] : [])),
      ),
    );
    expect(new Set(outward.map(({ policy }) => policy))).toEqual(
      new Set(
        overlay === 'large' ? ['database-clients', 'bucket', 'signing-application'] : ['signing-application'],
      ),
    );
    for (const { cidr } of outward) expect(cidr).toMatch(/\/32$/);
    for (const { spec } of all('NetworkPolicy'))
      for (const { from } of spec.ingress ?? []) expect(from).not.toHaveLength(0);
  });

  test('has the public names and networks in one place, and behind them nginx alone', () => {
    const { data = {} } = manifests.find(({ metadata }) => metadata.name.startsWith('settings-')) ?? {};
    const { spec } = named(manifests, 'Ingress', 'campus');
    const hosts = [data.SIGNING_HOST, data.VIDEO_HOST];

    expect(spec.rules.map(({ host }: { host: string }) => host)).toEqual(hosts);
    expect(spec.tls[0].hosts).toEqual(hosts);
    expect(JSON.stringify(spec.rules).match(/"service":\{"name":"[^"]+"/g)).toEqual(
      hosts.map(() => '"service":{"name":"nginx"'),
    );
    expect(data.ALLOWED_NETWORKS).toMatch(/^\S+\/\d+ inside;$/);
  });

  test('runs the images of docker/compose.yaml', async () => {
    const compose = parse(await readFile(path.join(repositoryRoot, 'docker/compose.yaml'), 'utf8'), {
      merge: true,
    });
    const images = new Set(containers().map(({ container }) => container.image.split('/').at(-1)));

    expect(images).toContain(compose.services.nginx.image);
    if (overlay === 'small') expect(images).toContain(compose.services.database.image);
  });
});
