/** JSON, or a form when there is a file among the fields, whose other fields are texts or JSON, lists one by one. */
export function bodySerializer(body: unknown): string | FormData {
  const fields = Object.entries(body ?? {});
  if (!fields.some(([, value]) => value instanceof Blob)) return JSON.stringify(body);
  const form = new FormData();
  for (const [name, value] of fields)
    for (const one of [value].flat()) if (one !== undefined) form.append(name, partOf(one));
  return form;
}

function partOf(value: unknown): string | Blob {
  if (value instanceof Blob) return value;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
