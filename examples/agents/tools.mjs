/**
 * Tools of a module: names, and for each a description, the JSON Schema of its input, and what it does. This module is the
 * pool of the agent `analyst`: none of it is offered until a loaded skill names it.
 */
import { readdirSync, readFileSync } from 'node:fs';

const data = new URL('./data/', import.meta.url);

export default {
  analyze_csv: {
    description: 'Total, average and extremes of a column of a CSV file.',
    inputSchema: {
      type: 'object',
      properties: {
        file: { type: 'string', enum: readdirSync(data) },
        column: { type: 'string', enum: ['amount', 'items'] },
      },
      required: ['file', 'column'],
    },
    execute({ file, column }) {
      const [head, ...rows] = readFileSync(new URL(file, data), 'utf8').trim().split('\n');
      const place = head.split(',').indexOf(column);
      const values = rows.map((row) => Number(row.split(',')[place]));
      const total = values.reduce((sum, value) => sum + value, 0);
      return { total, average: total / values.length, least: Math.min(...values), most: Math.max(...values) };
    },
  },
};
