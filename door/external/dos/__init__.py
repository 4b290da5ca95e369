"""DOS programs as doors, in Debian's DOSBox 0.74-3 on the terminal of an external door.

visit    writes what DOSBox needs for a visit: its configuration, drop files, our FOSSIL driver
bridge   a program of its own between the terminal and DOSBox: walls, the line, the end
checks   what this machine and the door's folder lack, for `door check`

`fossil.com` is built from `fossil.asm` by `nasm -f bin fossil.asm -o fossil.com`.
"""
