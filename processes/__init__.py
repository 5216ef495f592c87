"""Programs that run beside this one and talk to it in lines: started, read, written to, ended."""
