import type { PageElement } from './read-page.ts';

/** A control that has a value to send. */
export interface Field {
  name: string;
  label: string;
  /** What would be sent when nobody has touched it; undefined for a box without a tick. */
  value: string | undefined;
  /** What is said of it to be wrong, a sentence each. */
  errors: string[];
  /** What a select offers, as it is read. */
  choices: string[];
  element: PageElement;
}

export interface Form {
  element: PageElement;
  /** In their order, hidden ones too. */
  fields: Field[];
  /** What a browser sends when nobody has touched it, without what its buttons add. */
  values: URLSearchParams;
  /** @throws Error when it has none of this name, or several */
  field(name: string): Field;
}

const controls = ['textbox', 'searchbox', 'spinbutton', 'checkbox', 'radio', 'combobox', 'input'];

/** All forms, in the order of the page. */
export function formsOf(page: PageElement): Form[] {
  return page.all('form').map((element) => formOf(element, page));
}

/**
 * The first form with a field of this name.
 *
 * @throws Error when there is none
 */
export function formWith(page: PageElement, name: string): Form {
  const forms = formsOf(page);
  const found = forms.find(({ fields }) => fields.some((field) => field.name === name));
  if (found === undefined)
    throw new Error(`no form with ${name}; there are: ${forms.map(namesIn).join(' | ')}`);
  return found;
}

function formOf(element: PageElement, page: PageElement): Form {
  const id = element.attribute('id');
  // Controls may stand outside of their form, and name it.
  const outside =
    id === undefined ? [] : page.all(controls).filter((control) => control.attribute('form') === id);
  const fields = [...element.all(controls), ...outside].map(fieldOf).filter(({ name }) => name !== '');
  const values = new URLSearchParams();
  for (const { name, value } of fields) if (value !== undefined) values.append(name, value);
  return {
    element,
    fields,
    values,
    field(name) {
      const [found, ...others] = fields.filter((field) => field.name === name);
      if (found !== undefined && others.length === 0) return found;
      throw new Error(`not one field ${name} in: ${namesIn({ fields })}`);
    },
  };
}

function fieldOf(element: PageElement): Field {
  const isWrong = element.attribute('aria-invalid') === 'true';
  const described = isWrong ? element.namedBy('aria-describedby') : [];
  return {
    name: element.attribute('name') ?? '',
    label: element.name,
    value: valueToSend(element),
    errors: described.flatMap((list) => list.all('listitem').map(({ text }) => text)),
    choices: element.names('option'),
    element,
  };
}

function valueToSend(control: PageElement): string | undefined {
  const value = control.attribute('value');
  if (control.role === 'checkbox' || control.role === 'radio')
    return control.attribute('checked') === undefined ? undefined : (value ?? 'on');
  if (control.role === 'combobox') {
    const options = control.all('option');
    const chosen = options.find((option) => option.attribute('selected') !== undefined) ?? options[0];
    return chosen?.attribute('value') ?? chosen?.text;
  }
  return value ?? control.text;
}

function namesIn({ fields }: Pick<Form, 'fields'>): string {
  return fields.map(({ name }) => name).join(' ');
}
