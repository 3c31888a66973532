// One control instead of words, a button and a select: a combobox that finds choices as somebody types (ARIA Authoring
// Practices, "Editable Combobox With List Autocomplete"). The select stays in the form, out of sight, and is what it
// sends; without this script all three are there and the button sends the form.

// Forms that come back are told by `send-form.js`.
document.addEventListener('content-replaced', enhanceAll);
enhanceAll();

function enhanceAll() {
  for (const field of document.querySelectorAll('[data-search-select]:not([data-enhanced])')) {
    field.dataset.enhanced = 'true';
    enhance(field);
  }
}

function enhance(field) {
  const [input, button, select, status] = ['[type=search]', 'button', 'select', '[role=status]'].map((part) =>
    field.querySelector(part),
  );
  const list = createList(input, { id: `${select.id}-list`, onChoose: choose });
  const state = { asked: 0, timer: undefined, found: undefined };
  takeOver(input, { button, select, list });

  input.addEventListener('input', () => {
    clearTimeout(state.timer);
    state.timer = setTimeout(search, 250);
  });
  input.addEventListener('keydown', (event) => {
    const act = keys[event.key];
    if (act !== undefined && !event.altKey && act()) event.preventDefault();
  });
  input.addEventListener('click', () => list.isOpen() || offer());
  input.addEventListener('blur', () => {
    clearTimeout(state.timer);
    chooseByWords(select, input.value.trim());
    settle();
  });

  const isSettled = () => input.value.trim() === chosenLabel(select);
  const keys = {
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    Enter() {
      if (list.isOpen() && list.active()) choose(list.active());
      else if (isSettled()) return false;
      else search();
      return true;
    },
    Escape() {
      if (!list.isOpen() && isSettled()) return false;
      close();
      input.value = chosenLabel(select);
      return true;
    },
  };

  async function search() {
    clearTimeout(state.timer);
    state.asked += 1;
    const mine = state.asked;
    const answer = await ask(field.dataset, isSettled() ? '' : input.value);
    if (answer === undefined || mine !== state.asked) return;
    state.found = answer.options;
    offerFrom(select, answer.options);
    const { none, found } = field.dataset;
    status.textContent = answer.count === 0 ? none : found.replace('{count}', answer.count);
    if (document.activeElement === input) offer();
  }

  function offer() {
    list.show(state.found ?? [...select.options].slice(1));
  }

  function move(by) {
    if (!list.isOpen()) offer();
    list.move(by);
    return true;
  }

  function choose(option) {
    select.value = option.dataset.value;
    settle();
  }

  function settle() {
    close();
    input.value = chosenLabel(select);
    select.dispatchEvent(new Event('change', { bubbles: true }));
  }

  function close() {
    state.asked += 1;
    list.close();
  }
}

/** Makes the field a combobox in the place of the button and the select, under the label of the select. */
function takeOver(input, { button, select, list }) {
  const label = document.querySelector(`label[for="${select.id}"]`);
  const attributes = {
    type: 'text',
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-expanded': 'false',
    'aria-controls': list.element.id,
    'aria-describedby': select.getAttribute('aria-describedby'),
    'aria-invalid': select.getAttribute('aria-invalid'),
  };
  for (const [name, value] of Object.entries(attributes)) if (value) input.setAttribute(name, value);
  list.element.setAttribute('aria-label', label?.textContent ?? '');
  input.removeAttribute('aria-label');
  input.removeAttribute('name');
  input.required = select.required;
  select.required = false;
  if (label) label.htmlFor = input.id;
  input.value = chosenLabel(select);
  input.after(list.element);
  for (const part of [button, select]) part.hidden = true;
  if (select.autofocus) input.focus();
}

/** The choices below a field; the focus stays in it, and it names the choice that is active. */
function createList(input, { id, onChoose }) {
  const element = document.createElement('ul');
  element.id = id;
  element.hidden = true;
  element.setAttribute('role', 'listbox');
  let active;

  // The focus stays where somebody types.
  element.addEventListener('mousedown', (event) => event.preventDefault());
  element.addEventListener('click', ({ target }) => {
    const option = target.closest('[role=option]');
    if (option) onChoose(option);
  });

  function activate(option) {
    active?.setAttribute('aria-selected', 'false');
    active = option;
    option.setAttribute('aria-selected', 'true');
    option.scrollIntoView({ block: 'nearest' });
    input.setAttribute('aria-activedescendant', option.id);
  }

  function open(isOpen) {
    element.hidden = !isOpen;
    input.setAttribute('aria-expanded', String(isOpen));
    input.removeAttribute('aria-activedescendant');
  }

  return {
    element,
    isOpen: () => !element.hidden,
    active: () => active,
    show(options) {
      element.replaceChildren(...options.map((option, place) => choiceOf(option, `${id}-${place}`)));
      active = undefined;
      open(options.length > 0);
    },
    move(by) {
      if (element.hidden) return;
      const options = [...element.children];
      const from = active === undefined ? (by > 0 ? -1 : 0) : options.indexOf(active);
      activate(options.at((from + by) % options.length));
    },
    close: () => open(false),
  };
}

function choiceOf({ value, textContent }, id) {
  const option = document.createElement('li');
  option.id = id;
  option.dataset.value = value;
  option.textContent = textContent;
  option.setAttribute('role', 'option');
  option.setAttribute('aria-selected', 'false');
  return option;
}

/** What the API finds; undefined when it does not say. */
async function ask({ source, valueMember, labelMember, detailMembers = '' }, words) {
  const address = new URL(source, location.href);
  address.searchParams.set('search', words);
  address.searchParams.set('page_size', '20');
  const response = await fetch(address, { headers: { Accept: 'application/json' } });
  if (!response.ok) return undefined;
  const { count, results } = await response.json();
  const labelOf = (result) => {
    const details = detailMembers.split(' ').flatMap((member) => result[member] || []);
    return details.length === 0 ? result[labelMember] : `${result[labelMember]} (${details.join(' ')})`;
  };
  return { count, options: results.map((result) => new Option(labelOf(result), result[valueMember])) };
}

function chosenLabel(select) {
  return select.value === '' ? '' : (select.selectedOptions[0]?.textContent ?? '');
}

/** Whoever leaves has chosen what stands there, nothing, or what was chosen before. */
function chooseByWords(select, typed) {
  const same = [...select.options].slice(1).find(({ textContent }) => textContent === typed);
  if (typed === '') select.value = '';
  else if (same) select.value = same.value;
}

/** The select offers what was found, and still what is chosen. */
function offerFrom(select, options) {
  const { value } = select;
  const chosen = select.selectedOptions[0];
  const isFound = options.some((option) => option.value === value);
  const kept = value !== '' && !isFound ? [chosen] : [];
  select.replaceChildren(select.options[0], ...kept, ...options);
  select.value = value;
}
