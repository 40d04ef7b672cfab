import type * as z from 'zod';
import {
  type ListenerView,
  newListener,
  type NewListener,
} from '#lib/domain/listeners/listener.schema.ts';
import { useZodForm, type ZodForm } from '#web/components/use-zod-form.ts';

export type ListenerInput = z.input<typeof newListener>;
export type AuthInput = ListenerInput['auth_configs'];
export type ListenerForm = ZodForm<ListenerInput, NewListener>;

/** The defaults of each authentication method. */
export const authDefaults: {
  [K in AuthInput['auth_type']]: Extract<AuthInput, { auth_type: K }>;
} = {
  signature: {
    auth_type: 'signature',
    headers: { primary_header: 'x-hub-signature-256', additional_headers: [] },
    signature_encoding_type: 'HEX',
    signature_prefix: 'sha256=',
  },
  secret_in_header: {
    auth_type: 'secret_in_header',
    headers: { primary_header: 'x-secret-key', additional_headers: [] },
  },
  secret_in_query: { auth_type: 'secret_in_query', query_param: { param_name: 'secret' } },
};

const initialOf = (listener: ListenerView | undefined): ListenerInput => ({
  name: listener?.name ?? '',
  description: listener?.description ?? '',
  webhook_source_integration_type: listener?.webhook_source_integration_type ?? 'generic',
  auth_configs: listener?.auth_configs ?? authDefaults.signature,
  payload_validation_fields: listener?.payload_validation_fields ?? [],
  delivery_id_field: listener?.delivery_id_field,
});

/** The form of a new listener, or of an existing one. */
export const useListenerForm = (listener: ListenerView | undefined): ListenerForm =>
  useZodForm(newListener, initialOf(listener));
