import type { Manifest } from './manifests.ts';

type Model = abstract new (...args: never[]) => { validate(): void };

/**
 * What the published schema of its kind has against an object: what is wrong, what is missing, and what it does not know,
 * as an API server in strict mode refuses it.
 */
export async function problemsOfManifest(manifest: Manifest): Promise<string[]> {
  const model = await modelOf(manifest);
  const unread = new Map<string, Set<string>>();
  try {
    model.prototype.validate.call(watchReads(manifest, '', unread));
  } catch (error) {
    return [String(error)];
  }
  return [...unread].flatMap(([place, keys]) => [...keys].map((key) => `${place}/${key} is no field`));
}

async function modelOf({ apiVersion, kind }: Manifest): Promise<Model> {
  const library = apiVersion.startsWith('keda.sh/') ? '@kubernetes-models/keda' : 'kubernetes-models';
  const models = (await import(`${library}/${apiVersion}`)) as Record<string, Model | undefined>;
  const model = models[kind];
  if (model === undefined) throw new Error(`${apiVersion} has no ${kind}`);
  return model;
}

/** The schemas are compiled to functions, which read each field that they know, and no other. */
function watchReads<T extends object>(value: T, place: string, unread: Map<string, Set<string>>): T {
  const left = unread.get(place) ?? new Set(Array.isArray(value) ? [] : Object.keys(value));
  unread.set(place, left);
  return new Proxy(value, {
    get(target, key, receiver) {
      left.delete(String(key));
      const read = Reflect.get(target, key, receiver);
      return typeof read === 'object' && read !== null
        ? watchReads(read, `${place}/${String(key)}`, unread)
        : read;
    },
  });
}
