import * as z from 'zod';

/** The key of a pass's result where a call ended the pass. */
export const endedKey = 'cloudwarden.ended';

/**
 * The program around the code of an action. It returns the recorded answers in order; at the first
 * call without one it ends the pass and returns that call. The code has the file name "<code>", so
 * that errors refer to its lines and not to these.
 */
const wrapperProgram = String.raw`
import json
import random

MOST_BYTES = 200_000

asked = names["inputs"]
del names["own"]
recorded = asked["recorded"]
state = {"calls": 0, "end": None}


class Ended(BaseException):
    """Ends a pass of the code; code that catches it changes nothing."""


class ClientError(Exception):
    """A call that its service refused (status, body), or that came to no answer (status None)."""

    def __init__(self, message, status=None, body=None):
        super().__init__(message)
        self.status = status
        self.body = body


def end(**what):
    state["end"] = state["end"] or what
    raise Ended()


def answer_of(call):
    if state["end"]:
        raise Ended()
    text = json.dumps(call, allow_nan=False)
    if len(text) > MOST_BYTES:
        raise ValueError(f"The call has {len(text)} bytes; the limit is {MOST_BYTES}.")
    at = state["calls"]
    if at == len(recorded):
        end(call=text)
    if recorded[at]["call"] != text:
        end(differs=at, call=text)
    state["calls"] = at + 1
    return recorded[at]["answer"]


class Client:
    """What calls one integration; paths stand behind its address."""

    def __init__(self, name):
        self.__name = name

    def request(self, method, path, body=None, form=None, query=None, headers=None):
        """The whole answer, whatever its status: a dict of status, headers and body."""
        given = {"body": body, "form": form, "query": query, "headers": headers}
        call = {name: value for name, value in given.items() if value is not None}
        method = str(method).upper()
        answer = answer_of({**call, "client": self.__name, "method": method, "path": path})
        if "error" in answer:
            raise ClientError(answer["error"])
        return answer

    def __body(self, method, path, **given):
        answer = self.request(method, path, **given)
        status, body = answer["status"], answer["body"]
        if status >= 400:
            message = f"{self.__name} answered {method} {path} with status {status}."
            raise ClientError(message, status, body)
        return body

    def get(self, path, query=None, headers=None):
        return self.__body("GET", path, query=query, headers=headers)

    def post(self, path, body=None, form=None, query=None, headers=None):
        return self.__body("POST", path, body=body, form=form, query=query, headers=headers)

    def put(self, path, body=None, form=None, query=None, headers=None):
        return self.__body("PUT", path, body=body, form=form, query=query, headers=headers)

    def patch(self, path, body=None, form=None, query=None, headers=None):
        return self.__body("PATCH", path, body=body, form=form, query=query, headers=headers)

    def delete(self, path, body=None, query=None, headers=None):
        return self.__body("DELETE", path, body=body, query=query, headers=headers)


class Clients:
    """The clients of the action, by their names."""

    def __init__(self, known):
        self.__dict__.update({name: Client(name) for name in known})

    def __getattr__(self, name):
        known = ", ".join(self.__dict__) or "none"
        raise AttributeError(f"This action has no client {name}. Its clients: {known}.")

    def __getitem__(self, name):
        return getattr(self, name)


def run():
    try:
        exec(compile(asked["code"], "<code>", "exec", dont_inherit=True), names)
        main = names.get("main")
        if "result" not in names and callable(main):
            names["result"] = main(names["inputs"])
    except Ended:
        pass
    except SystemExit as error:
        if error.code not in (None, 0) and not state["end"]:
            raise
    except BaseException:
        if not state["end"]:
            raise
    if not state["end"] and state["calls"] < len(recorded):
        state["end"] = {"differs": state["calls"]}
    names.setdefault("result", None)
    if state["end"]:
        names["result"] = {asked["ending"]: state["end"]}


names["inputs"] = asked["inputs"]
names["clients"] = Clients(asked["clients"])
names["ClientError"] = ClientError
names["started_at"] = asked["started_at"]
random.seed(asked["seed"])
run()
`;

/** The program that the Python port runs; everything else is in its inputs. */
export const program = `own = {"names": globals(), "__name__": "clients"}
exec(compile(inputs["around"], "<clients>", "exec"), own)`;

/** The outcome of a call: the answer of the service without secrets, or why there is none. */
export const clientAnswer = z.union([
  z.strictObject({
    status: z.number(),
    headers: z.record(z.string(), z.string()),
    body: z.unknown(),
  }),
  z.strictObject({ error: z.string() }),
]);
export type ClientAnswer = z.infer<typeof clientAnswer>;

/** A call of the code, as text for comparison, with its outcome. */
export const recordedCall = z.strictObject({ call: z.string(), answer: clientAnswer });
export type RecordedCall = z.infer<typeof recordedCall>;

/** The input of one pass of the code. */
export type Pass = {
  code: string;
  clients: readonly string[];
  inputs: Readonly<Record<string, unknown>>;
  /** ISO 8601, the same in every pass, so that the code may use it in its calls. */
  started_at: string;
  /** The seed of random numbers, the same in every pass. */
  seed: string;
  recorded: readonly RecordedCall[];
};

/** The inputs of the program. */
export const inputsOf = (pass: Pass) => ({ ...pass, around: wrapperProgram, ending: endedKey });

const ended = z.strictObject({
  [endedKey]: z.union([
    z.strictObject({ call: z.string() }),
    z.strictObject({ differs: z.int().min(0), call: z.string().optional() }),
  ]),
});

/** How a pass ended: with a result, at a call without an answer, or at a call that differs. */
export type PassEnd =
  | { type: 'result'; result: unknown }
  | { type: 'call'; call: string }
  | { type: 'differs'; at: number; call?: string | undefined };

export const endOf = (result: unknown): PassEnd => {
  const { success, data } = ended.safeParse(result);
  if (!success) return { type: 'result', result };
  const end = data[endedKey];
  if (!('differs' in end)) return { type: 'call', call: end.call };
  return { type: 'differs', at: end.differs, call: end.call };
};
