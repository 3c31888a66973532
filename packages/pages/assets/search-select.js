// One control instead of words, a button and a select: a combobox that finds choices as somebody types (ARIA Authoring
// Practices, "Editable Combobox With List Autocomplete"). The select stays in the form, out of sight, and is what it
// sends; without this script all three are there and the button sends the form.

// Forms that come back are told by `send-form.js`.
document.addEventListener('content-replaced', enhanceAll);
enhanceAll();

function enhanceAll() {
  for (const field of document.querySelectorAll('[data-search-select]:not([data-enhanced])')) enhance(field);
}

function enhance(field) {
  const [input, button, select, status] = ['[type=search]', 'button', 'select', '[role=status]'].map((part) =>
    field.querySelector(part),
  );
  const list = document.createElement('ul');
  const state = { asked: 0, timer: undefined, active: undefined };
  prepare();

  input.addEventListener('input', () => {
    clearTimeout(state.timer);
    state.timer = setTimeout(search, 250);
  });
  input.addEventListener('keydown', (event) => {
    const act = keys[event.key];
    if (act !== undefined && !event.altKey && act()) event.preventDefault();
  });
  input.addEventListener('click', () => list.hidden && offer());
  input.addEventListener('blur', settle);
  // The focus stays where somebody types.
  list.addEventListener('mousedown', (event) => event.preventDefault());
  list.addEventListener('click', ({ target }) => {
    const option = target.closest('[role=option]');
    if (option) choose(option);
  });

  const keys = {
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    Enter() {
      if (!list.hidden && state.active) choose(state.active);
      else if (isSettled()) return false;
      else search();
      return true;
    },
    Escape() {
      if (list.hidden && isSettled()) return false;
      close();
      input.value = chosenLabel();
      return true;
    },
  };

  function prepare() {
    field.dataset.enhanced = 'true';
    list.id = `${select.id}-list`;
    list.hidden = true;
    const label = document.querySelector(`label[for="${select.id}"]`);
    const attributes = {
      type: 'text',
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': 'false',
      'aria-controls': list.id,
      'aria-describedby': select.getAttribute('aria-describedby'),
      'aria-invalid': select.getAttribute('aria-invalid'),
    };
    for (const [name, value] of Object.entries(attributes)) if (value) input.setAttribute(name, value);
    list.setAttribute('role', 'listbox');
    list.setAttribute('aria-label', label?.textContent ?? '');
    input.removeAttribute('aria-label');
    input.removeAttribute('name');
    input.required = select.required;
    select.required = false;
    if (label) label.htmlFor = input.id;
    input.value = chosenLabel();
    input.after(list);
    for (const part of [button, select]) part.hidden = true;
    if (select.autofocus) input.focus();
  }

  function chosenLabel() {
    return select.value === '' ? '' : (select.selectedOptions[0]?.textContent ?? '');
  }

  function isSettled() {
    return input.value.trim() === chosenLabel();
  }

  async function search() {
    clearTimeout(state.timer);
    state.asked += 1;
    const mine = state.asked;
    const address = new URL(field.dataset.source, location.href);
    address.searchParams.set('search', isSettled() ? '' : input.value);
    address.searchParams.set('page_size', '20');
    const response = await fetch(address, { headers: { Accept: 'application/json' } });
    if (!response.ok || mine !== state.asked) return;
    const { count, results } = await response.json();
    keep(results.map((result) => new Option(labelOf(result), result[field.dataset.valueMember])));
    status.textContent = count === 0 ? field.dataset.none : field.dataset.found.replace('{count}', count);
    if (document.activeElement === input) offer();
  }

  function labelOf(result) {
    const { labelMember, detailMembers = '' } = field.dataset;
    const details = detailMembers.split(' ').flatMap((member) => result[member] || []);
    return details.length === 0 ? result[labelMember] : `${result[labelMember]} (${details.join(' ')})`;
  }

  /** The select offers what was found, and still what is chosen. */
  function keep(options) {
    const { value } = select;
    const chosen = select.selectedOptions[0];
    const isFound = options.some((option) => option.value === value);
    const kept = value !== '' && !isFound ? [chosen] : [];
    state.found = options;
    select.replaceChildren(select.options[0], ...kept, ...options);
    select.value = value;
  }

  function offer() {
    const options = state.found ?? [...select.options].slice(1);
    list.replaceChildren(...options.map(optionFor));
    state.active = undefined;
    input.removeAttribute('aria-activedescendant');
    list.hidden = options.length === 0;
    input.setAttribute('aria-expanded', String(!list.hidden));
  }

  function optionFor({ value, textContent }, place) {
    const option = document.createElement('li');
    option.id = `${list.id}-${place}`;
    option.dataset.value = value;
    option.textContent = textContent;
    option.setAttribute('role', 'option');
    option.setAttribute('aria-selected', 'false');
    return option;
  }

  function move(by) {
    if (list.hidden) {
      offer();
      if (list.hidden) return true;
    }
    const options = [...list.children];
    const from = state.active === undefined ? (by > 0 ? -1 : 0) : options.indexOf(state.active);
    activate(options.at((from + by) % options.length));
    return true;
  }

  function activate(option) {
    state.active?.setAttribute('aria-selected', 'false');
    state.active = option;
    option.setAttribute('aria-selected', 'true');
    option.scrollIntoView({ block: 'nearest' });
    input.setAttribute('aria-activedescendant', option.id);
  }

  function choose(option) {
    select.value = option.dataset.value;
    settleAs(chosenLabel());
  }

  /** Whoever leaves has chosen what stands there, nothing, or what was chosen before. */
  function settle() {
    clearTimeout(state.timer);
    const typed = input.value.trim();
    const same = [...select.options].slice(1).find(({ textContent }) => textContent === typed);
    if (typed === '') select.value = '';
    else if (same) select.value = same.value;
    settleAs(chosenLabel());
  }

  function settleAs(text) {
    close();
    input.value = text;
    select.dispatchEvent(new Event('change', { bubbles: true }));
  }

  function close() {
    state.asked += 1;
    list.hidden = true;
    input.setAttribute('aria-expanded', 'false');
    input.removeAttribute('aria-activedescendant');
  }
}
