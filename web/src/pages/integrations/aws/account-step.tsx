import Alert from '@cloudscape-design/components/alert';
import Container from '@cloudscape-design/components/container';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { IntegrationFields } from '../integration-fields.tsx';
import type { IntegrationForm } from '../integration-form.ts';
import { wizardForm } from './wizard-form.ts';

type Props = {
  form: IntegrationForm;
  /** Why the server can connect none. */
  hindrance: string | undefined;
};

/** Which account is connected, and what it is called. */
export const AccountStep = ({ form, hindrance }: Props) => {
  const { around } = form;
  return (
    <SpaceBetween size="l">
      {hindrance !== undefined && (
        <Alert type="error" header="No AWS account can be connected here">
          {hindrance}
        </Alert>
      )}
      <Container>
        <div ref={around}>
          <IntegrationFields form={form} definition={wizardForm} />
        </div>
      </Container>
    </SpaceBetween>
  );
};
