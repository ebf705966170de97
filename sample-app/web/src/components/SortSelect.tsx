import type { VNode } from 'preact';
import { SORTS } from '../types';

interface SortSelectProps {
  sort: string;
  choose: (sort: string) => void;
}

export function SortSelect({ sort, choose }: SortSelectProps): VNode {
  return (
    <div class="sort">
      <label for="sort">Sort by</label>
      <select
        id="sort"
        value={sort}
        onChange={(event) => {
          choose(event.currentTarget.value);
        }}
      >
        {SORTS.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </div>
  );
}
