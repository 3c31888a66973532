import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { requireTool } from '@campus/testing';
import { parseAllDocuments } from 'yaml';
import { repositoryRoot } from '../support/start-demo.ts';

export const overlays = ['small', 'large'] as const;
export type Overlay = (typeof overlays)[number];

/** An object of Kubernetes as it is applied. */
export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string; annotations?: Record<string, string> };
  // biome-ignore lint/suspicious/noExplicitAny: what each kind holds is for the published schemas to say
  spec?: any;
  data?: Record<string, string>;
}

/** What is applied of an overlay, by the program that applies it. */
export async function buildManifests(overlay: Overlay): Promise<Manifest[]> {
  await requireTool('kustomize');
  const folder = path.join(repositoryRoot, 'docker/kubernetes/overlays', overlay);
  const { stdout } = await promisify(execFile)('kustomize', ['build', folder]);
  // As Kubernetes reads it: 0440 is octal.
  return parseAllDocuments(stdout, { version: '1.1' }).map((document) => document.toJS());
}

/** Those that run containers. */
export function workloadsOf(manifests: readonly Manifest[]): Manifest[] {
  return manifests.filter(({ kind }) => ['Deployment', 'StatefulSet', 'Job'].includes(kind));
}

export function named(manifests: readonly Manifest[], kind: string, name: string): Manifest {
  const found = manifests.find((manifest) => manifest.kind === kind && manifest.metadata.name === name);
  if (found === undefined) throw new Error(`there is no ${kind} ${name}`);
  return found;
}
