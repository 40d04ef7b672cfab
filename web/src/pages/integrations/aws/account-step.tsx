import Container from '@cloudscape-design/components/container';
import { IntegrationFields } from '../integration-fields.tsx';
import type { IntegrationForm } from '../integration-form.ts';
import { wizardForm } from './wizard-form.ts';

/** Which account is connected, and what it is called. */
export const AccountStep = ({ form }: { form: IntegrationForm }) => {
  const { around } = form;
  return (
    <Container>
      <div ref={around}>
        <IntegrationFields form={form} definition={wizardForm} />
      </div>
    </Container>
  );
};
