// Finds choices as somebody types, in place of sending the form for them.

for (const field of document.querySelectorAll('[data-search-select]')) {
  const [words, button, select, status] = ['[type=search]', 'button', 'select', '[role=status]'].map((part) =>
    field.querySelector(part),
  );
  let asked = 0;
  let timer;

  const search = async () => {
    asked += 1;
    const mine = asked;
    const address = new URL(field.dataset.source, location.href);
    address.searchParams.set('search', words.value);
    address.searchParams.set('page_size', '20');
    const response = await fetch(address, { headers: { Accept: 'application/json' } });
    if (!response.ok || mine !== asked) return;
    const { count, results } = await response.json();
    const { valueMember, labelMember, detailMembers = '' } = field.dataset;
    const labelOf = (result) => {
      const details = detailMembers.split(' ').flatMap((member) => result[member] || []);
      return details.length === 0 ? result[labelMember] : `${result[labelMember]} (${details.join(' ')})`;
    };
    const chosen = select.selectedOptions[0];
    const options = results.map((result) => new Option(labelOf(result), result[valueMember]));
    const kept = chosen?.value && !options.some(({ value }) => value === chosen.value) ? [chosen] : [];
    const value = select.value;
    select.replaceChildren(select.options[0], ...kept, ...options);
    select.value = value;
    status.textContent = count === 0 ? field.dataset.none : field.dataset.found.replace('{count}', count);
  };

  words.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(search, 250);
  });
  words.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    search();
  });
  button.addEventListener('click', (event) => {
    event.preventDefault();
    search();
  });
}
