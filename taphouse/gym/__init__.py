"""Games as PettingZoo environments, for agents that learn. It needs the extra `gym`."""

try:
    from .environment import Reward, TableEnv, env, parallel_env
except ModuleNotFoundError as missing:
    raise ImportError("taphouse.gym needs PettingZoo: pip install 'taphouse[gym]'") from missing

__all__ = ["Reward", "TableEnv", "env", "parallel_env"]
