import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { repositoryRoot } from './support/start-demo.ts';

interface Manifest {
  version?: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

async function read<T>(file: string): Promise<T> {
  return JSON.parse(await readFile(path.join(repositoryRoot, file), 'utf8'));
}

const { version } = await read<Manifest>('package.json');
const manifests = globSync('{package.json,{apps,packages,examples}/*/package.json}', { cwd: repositoryRoot });

test('The whole repository has one version, as the lockfile and the manifests for Kubernetes have it', async () => {
  const { packages } = await read<{ packages: Record<string, Manifest> }>('package-lock.json');
  const images = await Promise.all(
    globSync('docker/kubernetes/overlays/*/kustomization.yaml', { cwd: repositoryRoot }).map((file) =>
      readFile(path.join(repositoryRoot, file), 'utf8'),
    ),
  );

  expect(manifests.length).toBeGreaterThan(20);
  for (const file of manifests) {
    const own = await read<Manifest>(file);
    for (const manifest of [own, packages[path.dirname(file) === '.' ? '' : path.dirname(file)] ?? {}]) {
      expect({ file, version: manifest.version }).toEqual({ file, version });
      const named = {
        ...manifest.dependencies,
        ...manifest.devDependencies,
        ...manifest.optionalDependencies,
      };
      const ours = Object.entries(named).filter(([name]) => name.startsWith('@campus/'));
      expect({ file, others: ours.filter(([, wanted]) => wanted !== version) }).toEqual({ file, others: [] });
    }
  }
  for (const text of images)
    expect([...text.matchAll(/campus-services\/\S+, newTag: (\S+) \}/g)].map(([, tag]) => tag)).toEqual([
      version,
      version,
    ]);
});
