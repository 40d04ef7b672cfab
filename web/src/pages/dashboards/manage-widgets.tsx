import Box from '@cloudscape-design/components/box';
import Checkbox from '@cloudscape-design/components/checkbox';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { maxWidgets } from '#lib/domain/dashboards/dashboard.schema.ts';
import {
  catalogue,
  widgetTags,
  widgetTemplates,
} from '#lib/domain/dashboards/widgets/catalogue.schema.ts';
import { type BoardWidget, newBoardWidget } from './layout.ts';

type Props = {
  widgets: readonly BoardWidget[];
  onChange: (widgets: readonly BoardWidget[]) => void;
};

/** The choice of widgets on the dashboard; at the limit, no more can be added. */
export const ManageWidgets = ({ widgets, onChange }: Props) => {
  const chosenTemplates = new Set(widgets.map(({ template }) => template));
  const isFull = widgets.length >= maxWidgets;
  const add = (template: (typeof widgetTemplates)[number]) =>
    onChange([...widgets, newBoardWidget(template, catalogue[template].title)]);
  const remove = (template: string) => onChange(widgets.filter((one) => one.template !== template));
  return (
    <SpaceBetween size="l">
      <Box color="text-body-secondary">
        {`${widgets.length} of ${maxWidgets} widgets.`}
        {isFull && ' Remove one to add another.'}
      </Box>
      {widgetTags.map((tag) => (
        <SpaceBetween key={tag} size="s">
          <Box variant="h3">{tag}</Box>
          {widgetTemplates
            .filter((template) => catalogue[template].tags[0] === tag)
            .map((template) => (
              <Checkbox
                key={template}
                checked={chosenTemplates.has(template)}
                disabled={isFull && !chosenTemplates.has(template)}
                description={catalogue[template].description}
                onChange={({ detail }) => (detail.checked ? add(template) : remove(template))}
              >
                {catalogue[template].title}
              </Checkbox>
            ))}
        </SpaceBetween>
      ))}
    </SpaceBetween>
  );
};
