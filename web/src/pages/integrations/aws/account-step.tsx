import Container from '@cloudscape-design/components/container';
import { awsSetupForm } from '#lib/domain/integrations/aws/setup-form.schema.ts';
import { IntegrationFields } from '../integration-fields.tsx';
import type { IntegrationForm } from '../integration-form.ts';

/** Which account is connected, and what it is called. */
export const AccountStep = ({ form }: { form: IntegrationForm }) => {
  const { around } = form;
  return (
    <Container>
      <div ref={around}>
        <IntegrationFields form={form} definition={awsSetupForm} />
      </div>
    </Container>
  );
};
