/**
 * The only script of the page in VS Code. A click on the heading of a column sorts the table by it: numbers descending first,
 * names ascending. Allowed by its hash.
 */
export const SORT_SCRIPT = `
for (const button of document.querySelectorAll('th button')) button.addEventListener('click', () => {
  const heading = button.closest('th');
  const table = heading.closest('table');
  const column = [...heading.parentElement.children].indexOf(heading);
  const first = column === 0 ? 'ascending' : 'descending';
  const other = first === 'ascending' ? 'descending' : 'ascending';
  const order = heading.getAttribute('aria-sort') === first ? other : first;
  for (const one of heading.parentElement.children) one.removeAttribute('aria-sort');
  heading.setAttribute('aria-sort', order);
  const keyOf = (row) => row.children[column].dataset.value ?? row.children[column].textContent;
  const compare = (a, b) => (column === 0 ? keyOf(a).localeCompare(keyOf(b)) : Number(keyOf(a)) - Number(keyOf(b)));
  const rows = [...table.tBodies[0].rows].sort((a, b) => (order === 'ascending' ? compare(a, b) : compare(b, a)));
  table.tBodies[0].append(...rows);
});
`;
