import * as z from 'zod';
import { template } from './template.schema.ts';

export const conditionSettings = z.strictObject({
  expression: template().min(1, 'Enter an expression.').default('').meta({
    title: 'Expression',
    description: "True goes on at 'yes', everything else at 'no'.",
    placeholder: "{% $event.severity = 'HIGH' %}",
    control: 'expression',
  }),
});
